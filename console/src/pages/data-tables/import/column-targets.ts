import type { FilePreview, ImportOptions } from '../../../api/schema.ts'
import { t } from '../../../languages/text.ts'

/** The target of a column of an import file: a column of the table, a new column, or nothing. */
export type Target = FilePreview['columns'][number]['proposal']

type Choice = NonNullable<ImportOptions['columns']>[number]

/**
 * Returns the chosen targets of the file's columns as the API takes them, with the fault that would make the
 * API refuse them.
 */
export function chosenColumns(
  { columns }: FilePreview,
  targets: readonly Target[],
): { readonly columns: Choice[]; readonly fault: string | null } {
  const choices = columns.map((_, index): Choice => {
    const { to, create } = targets[index] ?? {}
    const from = index + 1
    if (create !== undefined) return { from, create: { name: create.name } }
    return to === undefined ? { from, ignore: true } : { from, to }
  })
  return { columns: choices, fault: faultOf(targets) }
}

/** Returns the targets after columns of the table were created that the import was to create. */
export function withExisting(targets: readonly Target[], created: readonly string[]): readonly Target[] {
  return targets.map((target) => {
    const name = target.create?.name
    return name !== undefined && created.includes(name) ? { to: name } : target
  })
}

function faultOf(targets: readonly Target[]): string | null {
  const names = targets.flatMap(({ to, create }) => to ?? create?.name ?? [])
  if (names.length === 0) return t('No column of the file goes into the table: choose at least one.')
  if (names.some((name) => name.trim() === '')) return t('A new column of the table needs a name.')
  const twice = names.find((name, index) => names.indexOf(name) < index)
  return twice === undefined
    ? null
    : t('Two columns of the file go into “{twice}”, but only one column can.', { twice })
}
