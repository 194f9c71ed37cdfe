CREATE TABLE IF NOT EXISTS trefoil_blobs (
	key text COLLATE "C" PRIMARY KEY,
	value bytea NOT NULL,
	ends timestamptz NOT NULL
);
CREATE INDEX IF NOT EXISTS trefoil_blobs_ends ON trefoil_blobs (ends);

CREATE UNLOGGED TABLE IF NOT EXISTS trefoil_limits (
	key text COLLATE "C" PRIMARY KEY,
	full_at timestamptz NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX IF NOT EXISTS trefoil_limits_full_at ON trefoil_limits (full_at);

-- Takes from all limits or from none. fulls is how long an empty bucket takes to be full,
-- takes how long it takes to win back what is asked for, both in microseconds. Rows are
-- inserted and locked in the order of their keys, so that two calls do not wait for each
-- other.
CREATE OR REPLACE FUNCTION trefoil_take(keys text[], fulls bigint[], takes bigint[])
RETURNS TABLE (place int, owed bigint, wanting boolean) LANGUAGE plpgsql AS $$
DECLARE
	now_is timestamptz;
	refused boolean := false;
	debts bigint[];
	locked bigint;
BEGIN
	LOOP
		INSERT INTO trefoil_limits AS l (key, full_at)
			SELECT k, '-infinity' FROM unnest(keys) AS k ORDER BY k COLLATE "C"
			ON CONFLICT DO NOTHING;
		PERFORM 1 FROM trefoil_limits AS l WHERE l.key = ANY (keys) ORDER BY l.key FOR UPDATE;
		GET DIAGNOSTICS locked = ROW_COUNT;
		EXIT WHEN locked = array_length(keys, 1); -- or another call has removed one in between
	END LOOP;
	now_is := clock_timestamp();
	FOR i IN 1 .. array_length(keys, 1) LOOP
		debts[i] := (SELECT CASE WHEN l.full_at <= now_is THEN 0
			ELSE LEAST(fulls[i], (EXTRACT(EPOCH FROM l.full_at - now_is) * 1000000)::bigint) END
			FROM trefoil_limits AS l WHERE l.key = keys[i]);
		refused := refused OR debts[i] + takes[i] > fulls[i];
		-- What takes longer to be full than an empty bucket was kept for a larger limit, or on
		-- a clock that was ahead: it is an empty one from now on.
		IF takes[i] > 0 AND debts[i] = fulls[i] THEN
			UPDATE trefoil_limits AS l SET full_at = now_is + fulls[i] * interval '1 microsecond' WHERE l.key = keys[i];
		END IF;
	END LOOP;
	FOR i IN 1 .. array_length(keys, 1) LOOP
		place := i;
		owed := debts[i];
		wanting := owed + takes[i] > fulls[i];
		IF NOT refused THEN
			owed := owed + takes[i];
			UPDATE trefoil_limits AS l SET full_at = now_is + owed * interval '1 microsecond'
				WHERE l.key = keys[i] AND takes[i] > 0;
		END IF;
		RETURN NEXT;
	END LOOP;
	-- What is full again needs no row.
	DELETE FROM trefoil_limits AS l WHERE l.key IN (
		SELECT o.key FROM trefoil_limits AS o WHERE o.full_at <= now_is AND o.key <> ALL (keys)
		ORDER BY o.full_at LIMIT 2 FOR UPDATE SKIP LOCKED);
END
$$;
