import type { Column, FilePreview, ImportForecast, ImportOptions } from '../../../api/schema.ts'
import { t } from '../../../languages/text.ts'

/** The target of a column of an import file: a column of the table, a new column, or nothing. */
export type Target = Omit<FilePreview['columns'][number]['proposal'], 'create'> & {
  readonly create?: { readonly name: string; readonly type?: NonNullable<Column['type']> }
}

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
    if (create !== undefined) return { from, create }
    return to === undefined ? { from, ignore: true } : { from, to }
  })
  return { columns: choices, fault: faultOf(targets) }
}

/**
 * Returns the targets with text for each new column whose proposed type some cells do not fit, so that no row is left
 * out because of a guess; null if all cells fit.
 */
export function withFittingTypes(
  { columns }: FilePreview,
  targets: readonly Target[],
  { invalid }: ImportForecast,
): readonly Target[] | null {
  const unfit = new Set(
    invalid.flatMap(({ column, isRefused }) => (isRefused && column !== null ? column : [])),
  )
  const fitting = targets.map((target, index): Target => {
    const { create } = target
    const isGuess = create?.type !== undefined && create.type === columns[index]?.proposal.create?.type
    return isGuess && unfit.has(create.name.normalize('NFC').trim())
      ? { create: { name: create.name } }
      : target
  })
  return fitting.some((target, index) => target !== targets[index]) ? fitting : null
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
