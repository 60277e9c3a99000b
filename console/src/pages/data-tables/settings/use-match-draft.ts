import { useState } from 'react'
import type { DataTable, Duplicates } from '../../../api/schema.ts'
import { useChangeDataTable } from '../../../api/table/data-tables.ts'
import { type DuplicateSearch, useFindDuplicates } from '../../../api/table/duplicates.ts'
import { unlessChanged } from '../../../components/settings/unless-changed.ts'
import { useSeenRevision } from '../../../components/settings/use-seen-revision.ts'
import { t } from '../../../languages/text.ts'

export interface MatchDraft {
  readonly columns: readonly string[]
  readonly onMatch: NonNullable<DataTable['match']>['onMatch']
  readonly newerBy: string | null
  readonly defaultCountry: string | null
}

const savedIn = ({ match, defaultCountry }: DataTable): MatchDraft => ({
  columns: match?.columns ?? [],
  onMatch: match?.onMatch ?? 'update',
  newerBy: match?.newerBy ?? null,
  defaultCountry,
})

/**
 * Returns the settings that decide which records are duplicates: the match columns, the newer-by column and
 * the country.
 */
const searchOf = ({ columns, newerBy, defaultCountry }: MatchDraft): DuplicateSearch => ({
  columns,
  newerBy,
  defaultCountry,
})
const sameText = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Edits the match columns of a table. Saving first searches for duplicates that the change would make. */
export function useMatchDraft(table: DataTable) {
  const change = useChangeDataTable(table.id)
  const find = useFindDuplicates(table.id)
  const [chosen, setChosen] = useState<MatchDraft | null>(null)
  const [looked, setLooked] = useState<{ for: DuplicateSearch; found: Duplicates } | null>(null)
  const [merges, setMerges] = useState(false)
  const saved = savedIn(table)
  const revision = useSeenRevision(table, {
    value: saved,
    isEdited: chosen !== null,
    answer: change.data,
  })
  const draft = chosen ?? saved
  const set = (part: Partial<MatchDraft>) => setChosen({ ...draft, ...part })
  const search = searchOf(draft)
  const found = looked !== null && sameText(looked.for, search) ? looked.found : null
  const isOn = draft.columns.length > 0
  // Whether saving first searches for duplicates to merge: if the table has records and the match columns,
  // the newer-by column or the country changed. A change of the action on a match finds no other duplicates.
  const mayMerge = isOn && table.recordCount > 0 && !sameText(search, searchOf(saved))

  const look = () =>
    find.mutateAsync(search).then((result) => {
      setLooked({ for: search, found: result })
      setMerges(false)
      return result
    })
  const save = (seen: number | null) => {
    const { columns, onMatch, newerBy, defaultCountry } = draft
    const match = columns.length === 0 ? null : { columns: [...columns], onMatch, newerBy }
    change.mutate(
      {
        changes: { match, defaultCountry, ...(merges && found !== null ? { duplicates: 'merge' } : {}) },
        revision: seen,
      },
      {
        onSuccess: () => {
          setChosen(unlessChanged(chosen, null))
          setLooked(null)
        },
      },
    )
  }
  const saveOrShow = async (seen: number | null) => {
    if (!mayMerge || found !== null) return save(seen)
    const { groups } = await look()
    if (groups === 0) save(seen)
  }

  return {
    draft,
    set,
    isOn,
    mayMerge,
    /** The duplicates among the existing records; null if they were not searched for these settings. */
    found,
    merges,
    setMerges,
    look: () => void look().catch(() => {}),
    isLooking: find.isPending,
    setting: {
      verb: isOn || saved.columns.length === 0 ? t('Save match columns') : t('Stop matching records'),
      isChanged: !sameText(draft, saved) && (found === null || found.groups === 0 || merges),
      isPending: change.isPending || find.isPending,
      isSaved: change.isSuccess && chosen === null,
      error: change.error ?? find.error,
      revision,
      onSave: (seen: number | null) => void saveOrShow(seen).catch(() => {}),
    },
  }
}
