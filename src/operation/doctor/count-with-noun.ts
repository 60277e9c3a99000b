/**
 * Returns a number with its noun: `1 runtime`, `2 runtimes`. `many` is the plural if it is not `one` with an
 * "s".
 */
export function countWithNoun(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
