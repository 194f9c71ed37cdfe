// In a folder there is nobody to ask about an operation.
export function part(): Promise<unknown> {
  return Promise.resolve(undefined);
}
