import { type FieldFault, filledIn } from './field-faults.ts'

interface Named {
  readonly name: string
}

/** Returns the faults of the branch names, which must be unique within a step. */
export function nameFaults(list: 'ways' | 'arms', ways: readonly Named[]): FieldFault[] {
  return ways.flatMap(({ name }, index): FieldFault[] => {
    const field = `${list}/${index}/name`
    if (ways.findIndex((branch) => branch.name === name) < index)
      return [[field, 'Two branches have this name']]
    return filledIn(field, name, 'Enter a name', 100)
  })
}

/** Returns an unused name for a new branch, such as "Branch 2". */
export function newName(word: string, ways: readonly Named[]): string {
  const names = new Set(ways.map(({ name }) => name))
  let no = ways.length + 1
  while (names.has(`${word} ${no}`)) no++
  return `${word} ${no}`
}
