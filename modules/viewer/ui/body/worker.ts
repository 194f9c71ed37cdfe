// The script of the worker that holds a body: nothing that it does delays a page.
import { difference } from "../difference/difference";
import { inSteps } from "../difference/steps";
import { Engine } from "./engine";
import type { Comparer, Source } from "./source";

type Holder = Source & Comparer;

interface Question {
  readonly id: number;
  readonly name: keyof Holder;
  readonly args: readonly unknown[];
}

const pace = 50;

const engine: Holder = Object.assign(new Engine(pace, 1 << 27), {
  compare: (...args: Parameters<typeof difference>) => inSteps(difference(...args), pace),
});

self.addEventListener("message", (event: MessageEvent<Question>) => {
  const { id, name, args } = event.data;
  Promise.resolve(Reflect.apply(engine[name], engine, args)).then(
    (value: unknown) => self.postMessage({ id, value }),
    (error: unknown) => self.postMessage({ id, error: error instanceof Error ? error.message : "The body cannot be read." }),
  );
});
