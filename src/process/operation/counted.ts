/** A number and what it counts, as one says it: `1 runtime`, `2 runtimes`; `many` where it is not `one` with an "s". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
