/** Returns a number with the name of what is counted, such as "1 record" or "1,200 records". */
export function counted(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`
}
