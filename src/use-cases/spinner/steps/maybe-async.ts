/**
 * Passes a value to `work`: at once if it is no promise, otherwise when the promise resolves. Avoids a
 * promise where possible, because it costs as much time as rendering most templates.
 */
export function thenOrNow<Value, Result>(
  value: Value | Promise<Value>,
  work: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(work) : work(value)
}

/**
 * Applies `work` to each item in order, one after the other, because the items share one time limit. Returns
 * a promise only if a result is one.
 */
export function mapInOrder<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result | Promise<Result>,
): readonly Result[] | Promise<readonly Result[]> {
  const done: Result[] = []
  for (const item of items) {
    const result = work(item)
    if (result instanceof Promise) return theRest(items, work, done, result)
    done.push(result)
  }
  return done
}

async function theRest<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result | Promise<Result>,
  done: Result[],
  under: Promise<Result>,
): Promise<readonly Result[]> {
  done.push(await under)
  for (const item of items.slice(done.length)) done.push(await work(item))
  return done
}
