// Talks to the demo through the types that openapi-typescript makes of its
// document: node client.js http://127.0.0.1:8080
import createClient from "openapi-fetch";
import type { paths } from "./made/api.js";

declare const process: { readonly argv: readonly string[] };

function check(holds: boolean, what: string): asserts holds {
  if (!holds) {
    throw new Error("not so: " + what);
  }
}

const client = createClient<paths>({ baseUrl: process.argv[2] ?? "" });

const planets = await client.GET("/planets", { params: { query: { page: 1 } } });
check(planets.data !== undefined, "planets are listed");
const first = planets.data[0];
check(first !== undefined && first.gravity > 0, "a planet has a gravity");

const planet = await client.GET("/planets/{id}", { params: { path: { id: first.id } } });
check(planet.data?.name === first.name, "a planet is shown as it is listed");

const none = await client.GET("/planets/{id}", { params: { path: { id: 4711 } } });
check(none.response.status === 404 && none.error?.status === 404, "a missing planet is a problem of status 404");

const trips = await client.GET("/trips", { params: { query: { planet: first.id } } });
const trip = trips.data?.[0];
check(trip !== undefined && new Date(trip.departs).getTime() > 0, "a trip departs");

const order = { trip: trip.id, passenger: "Ada" };
const refused = await client.POST("/bookings", { body: order });
check(refused.response.status === 403 || refused.response.status === 401, "who books has to log in");

const headers = { Authorization: "Basic " + btoa("ida:rocket") };
const booked = await client.POST("/bookings", { headers, body: order });
check(booked.response.status === 201 && booked.data?.passenger === "Ada", "a trip is booked");

const params = { path: { id: booked.data.id } };
const changed = await client.PATCH("/bookings/{id}", { headers, params, body: { passenger: "Grace" } });
check(changed.data?.passenger === "Grace", "a booking is changed");
const gone = await client.DELETE("/bookings/{id}", { headers, params });
check(gone.response.status === 204, "a booking is cancelled");
