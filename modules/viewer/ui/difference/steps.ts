// inSteps does what is made to be done in steps, and lets others do something after
// so many milliseconds.
export async function inSteps<T>(steps: Generator<void, T>, pace: number): Promise<T> {
  let start = performance.now();
  for (;;) {
    const next = steps.next();
    if (next.done) {
      return next.value;
    }
    if (performance.now() - start > pace) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      start = performance.now();
    }
  }
}
