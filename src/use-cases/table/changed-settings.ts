import type { Actor } from '../../domain/account/audit/actor.ts'
import { type AuditFacts, namesInEntry } from '../../domain/account/audit/facts.ts'
import { type DataTable, metadataColumnsOf } from '../../domain/table/data-table.ts'
import type { Match } from '../../domain/table/match.ts'
import type { Transaction } from '../../ports/unit-of-work.ts'

interface ChangedTable {
  readonly before: DataTable
  readonly after: DataTable
  readonly by: Actor
  /** Whether records that are the same by new match columns were merged. */
  readonly mergesDuplicates: boolean
}

/** Writes the audit entries about changed settings of a table, except those of its signature. */
export async function noteSettings(tx: Transaction, changed: ChangedTable): Promise<void> {
  const { before, after, by, mergesDuplicates } = changed
  const { organizationId } = after
  const subject = { kind: 'dataTable', id: after.id, name: after.name } as const
  const said = { organizationId, by, subject }
  if (after.acceptsAnyFormat !== before.acceptsAnyFormat) {
    const [from, to] = [
      { acceptsAnyFormat: before.acceptsAnyFormat },
      { acceptsAnyFormat: after.acceptsAnyFormat },
    ]
    await tx.audit.add({ ...said, action: 'dataTable.intakeChanged', before: from, after: to })
  }
  if (!isSameMatch(before.match, after.match) || before.defaultCountry !== after.defaultCountry) {
    const merged = after.match !== null && mergesDuplicates ? { merged: true } : {}
    const to = { ...matchFacts(after), ...merged }
    await tx.audit.add({ ...said, action: 'dataTable.matchChanged', before: matchFacts(before), after: to })
  }
  const others = settingsOf(before, after)
  if (Object.keys(others).length > 0)
    await tx.audit.add({
      ...said,
      action: 'dataTable.changed',
      before: others,
      after: settingsOf(after, before),
    })
}

/** Returns the settings of a table that differ from those of `other`, which is the table at another time. */
function settingsOf(table: DataTable, other: DataTable): AuditFacts {
  const { name, missingColumns, duplicateWindowSeconds } = table
  const isSame = columnsWithout(table, other).length === 0 && columnsWithout(other, table).length === 0
  return {
    ...(name === other.name ? {} : { name }),
    ...(missingColumns === other.missingColumns ? {} : { missingColumns }),
    ...(duplicateWindowSeconds === other.duplicateWindowSeconds ? {} : { duplicateWindowSeconds }),
    ...(isSame ? {} : { metadataColumns: namesInEntry(columnsWithout(table, other)) }),
  }
}

/** Returns the metadata columns of a table that are not metadata columns of the other. */
function columnsWithout(table: DataTable, other: DataTable): readonly string[] {
  const known = new Set(metadataColumnsOf(other))
  return metadataColumnsOf(table).filter((name) => !known.has(name))
}

function matchFacts({ match, defaultCountry }: DataTable): AuditFacts {
  if (match === null) return { matchColumns: null, defaultCountry }
  const { columns, onMatch, newerBy } = match
  return { matchColumns: columns, onMatch, newerBy, defaultCountry }
}

/** Returns whether two match settings of a table are the same. */
export function isSameMatch(a: Match | null, b: Match | null): boolean {
  const fieldsOf = (match: Match | null) => match && [match.columns, match.onMatch, match.newerBy]
  return JSON.stringify(fieldsOf(a)) === JSON.stringify(fieldsOf(b))
}
