// Measures the store of Data Client without a browser and prints one JSON
// object: what each operation costs, in nanoseconds of wall time, as the
// smallest of many samples.
//
//   NODE_ENV=production node measure.mjs [samples]
//
// It ends with status 1 when an operation does not do what it says.
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { Controller, createReducer, initialState } from '@data-client/core';
import { Entity, createResource } from '@data-client/rest';

const LARGE = 2000;
const SMALL = 100;
const SAMPLES = Number(process.argv[2] ?? 30);
const SAMPLE_MS = 10;

class Todo extends Entity {
  id = 0;
  userId = 0;
  title = '';
  completed = false;
  pk() {
    return `${this.id}`;
  }
  static get key() {
    return 'Todo';
  }
}

const Todos = createResource({ urlPrefix: 'http://in.process', path: '/todos/:id', schema: Todo });

const row = (i, title) => ({ id: i + 1, userId: i % 10, title, completed: i % 3 === 0 });
const rows = (n) => Array.from({ length: n }, (_, i) => row(i, `todo number ${i + 1} of the list, version 0`));

// A store with a list of n rows, whose reducer runs at once.
function storeOf(n) {
  const store = { state: initialState };
  store.controller = new Controller({
    dispatch: (action) => {
      store.state = store.reducer(store.state, action);
      return Promise.resolve();
    },
    getState: () => store.state,
  });
  store.reducer = createReducer(store.controller);
  store.list = () => store.controller.getResponse(Todos.getList, {}, store.state).data;
  store.set = (list) => store.controller.setResponse(Todos.getList, {}, list);
  store.set(rows(n));
  assert.equal(store.list().length, n);
  assert.equal(store.list()[n - 1].id, n);
  return store;
}

// The smallest of the samples, each of as many calls as fill SAMPLE_MS.
function cost(call) {
  let calls = 1;
  for (let took = 0; took < SAMPLE_MS; ) {
    took = elapsed(call, calls);
    calls = took < SAMPLE_MS ? calls * 2 : calls;
  }
  let least = Infinity;
  for (let i = 0; i < SAMPLES; i++) least = Math.min(least, elapsed(call, calls) / calls);
  return least * 1e6;
}

function elapsed(call, calls) {
  const begin = performance.now();
  for (let i = 0; i < calls; i++) call(i);
  return performance.now() - begin;
}

function memo(n) {
  const store = storeOf(n);
  const first = store.list();
  assert.equal(store.list(), first, 'an unchanged list is the same array');
  return cost(() => store.list());
}

function unrelatedWrite() {
  const store = storeOf(LARGE);
  const before = store.list();
  const one = (i) => {
    const other = row(10 * LARGE, i % 2 ? 'odd' : 'even');
    store.controller.setResponse(Todos.get, { id: other.id }, other);
    return store.controller.getResponse(Todos.get, { id: other.id }, store.state).data;
  };
  assert.equal(one(1).title, 'odd');
  assert.equal(one(2).title, 'even');
  assert.equal(store.list(), before, 'the write does not touch the list');
  const write = [0, 1].map((i) => row(10 * LARGE, i ? 'odd' : 'even'));
  return cost((i) => store.controller.setResponse(Todos.get, { id: write[i & 1].id }, write[i & 1]));
}

function normalise() {
  const text = JSON.stringify(rows(LARGE));
  const store = storeOf(LARGE);
  store.set(JSON.parse(text));
  assert.equal(store.list()[LARGE - 1].title, rows(LARGE)[LARGE - 1].title);
  return { parse: cost(() => JSON.parse(text)), parseAndNormalise: cost(() => store.set(JSON.parse(text))) };
}

// The version that is installed.
const version = (name) =>
  JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url))).version;

assert.equal(process.env.NODE_ENV, 'production', 'development builds are slower');
console.log(
  JSON.stringify({
    node: process.version,
    rest: version('@data-client/rest'),
    core: version('@data-client/core'),
    memoSmall: memo(SMALL),
    memoLarge: memo(LARGE),
    unrelatedWrite: unrelatedWrite(),
    ...normalise(),
  }),
);
