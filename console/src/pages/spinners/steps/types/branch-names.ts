import { t } from '../../../../languages/text.ts'
import { type FieldFault, filledIn } from './field-faults.ts'

interface Named {
  readonly name: string
}

/** Returns the faults of the branch names, which must be unique within a step. */
export function nameFaults(branches: readonly Named[]): FieldFault[] {
  return branches.flatMap(({ name }, index): FieldFault[] => {
    const field = `branches/${index}/name`
    if (branches.findIndex((branch) => branch.name === name) < index)
      return [[field, t('Two branches have this name')]]
    return filledIn(field, name, t('Enter a name'), 100)
  })
}

/** Returns an unused name for a new branch, such as "Branch 2". */
export function newName(word: string, branches: readonly Named[]): string {
  const names = new Set(branches.map(({ name }) => name))
  let no = branches.length + 1
  while (names.has(`${word} ${no}`)) no++
  return `${word} ${no}`
}
