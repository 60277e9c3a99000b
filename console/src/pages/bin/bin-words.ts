import type { BinEntry } from '../../api/schema.ts'
import type { RestoredEntry } from '../../api/table/bin.ts'
import { t } from '../../languages/text.ts'

/** Returns the name of an entry of the bin, such as "64 records" or "Leads". */
export function titleOf({ kind, name, records }: Pick<BinEntry, 'kind' | 'name' | 'records'>): string {
  return kind === 'records' ? t('{records, plural, one {# record} other {# records}}', { records }) : name
}

const restoring: Readonly<Record<BinEntry['kind'], string>> = {
  records: t(
    'The records return to their places in the table. They do not count toward the plan, and they start no job. A record stays in the bin if another record of the table has the same values in the match columns.',
  ),
  dataTable: t(
    'The data table returns with its records, columns, views and mappings, and its webhook URL works again. Restore its spinners afterwards.',
  ),
  spinner: t(
    'The spinner returns as a draft that is not published. It starts no jobs until you publish it again.',
  ),
}

/** Returns what happens when an entry is restored, for the dialog that asks for it. */
export const whatRestoringDoes = ({ kind }: BinEntry) => restoring[kind]

const deleting: Readonly<Record<BinEntry['kind'], string>> = {
  records: t('These records can never be restored.'),
  dataTable: t(
    'The data table with all of its records can never be restored, and neither can its spinners and records in the bin.',
  ),
  spinner: t('The spinner with its versions can never be restored. Its finished jobs stay.'),
}

/** Returns what happens when an entry is deleted permanently, for the dialog that asks for it. */
export const whatDeletionDoes = ({ kind }: BinEntry) => deleting[kind]

/** Returns what a restoration of an entry did. */
export function restoredWords({ kind, name }: BinEntry, restored: RestoredEntry): string {
  return kind === 'records' ? restoredRecordsWords(restored) : t('{name} is restored', { name })
}

/** Returns what a restoration of records did. */
export function restoredRecordsWords({ restored, conflicts }: RestoredEntry): string {
  const stay =
    conflicts === 0
      ? ''
      : t(
          '; {conflicts, plural, one {# record} other {# records}} {conflicts, plural, =1 {stays} other {stay}} in the bin, because other records have the same values in the match columns',
          { conflicts },
        )
  return t('{restored, plural, one {# record} other {# records}} restored{stay}', { restored, stay })
}
