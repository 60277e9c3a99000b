/**
 * Goes on with a value at once where it need not be waited for: a promise takes as long as rendering what most
 * templates are.
 */
export function andThen<Value, Result>(
  value: Value | Promise<Value>,
  goOn: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(goOn) : goOn(value)
}

/** One after the other, because they share a budget; without a promise where there is nothing to wait for. */
export function inTurn<Item, Result>(
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
