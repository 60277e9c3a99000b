import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { Info } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Wanted } from '../../../api/arrival/arrivals.ts'
import type {
  ArrivalsAdmitted,
  DataTable,
  Mapping,
  MappingProposal,
  StoredMapping,
} from '../../../api/schema.ts'
import { wordsOfReason } from '../../../components/arrival/reason-words.ts'
import { EditProblem } from '../../../components/problem/edit-problem.tsx'
import { translated } from '../../../languages/catalogue.ts'
import { t } from '../../../languages/text.ts'
import { MappingColumns } from './mapping-columns.tsx'
import {
  candidatesOf,
  type DraftRow,
  draftOf,
  hasRepeatedColumn,
  lackingIn,
  leftOverOf,
  mappingOf,
  newColumnsOf,
  newRowOf,
} from './mapping-draft.ts'
import { MappingSettings } from './mapping-settings.tsx'
import { UnmappedFields } from './unmapped-fields.tsx'
import { useApply } from './use-apply.ts'

/**
 * Shows a mapping beside the sample from which it was proposed. The user can change it and apply it to all
 * held arrivals of the same format.
 */
export function MappingEditor({
  table,
  stored,
  mapping,
  proposal,
  admits,
  onApplied,
}: {
  table: DataTable
  /** The edited mapping as it is stored; null for a new mapping. */
  stored: StoredMapping | null
  mapping: Mapping
  /** The mapping proposed from held arrivals of this format; null if there are no such arrivals. */
  proposal: MappingProposal | null
  /** The held arrivals to admit after the mapping is saved; null if there are none. */
  admits: Wanted | null
  onApplied: (admitted: ArrivalsAdmitted | null) => void
}) {
  const [draft, setDraft] = useState(() =>
    draftOf(table, mapping, stored === null ? (proposal?.columns ?? []) : []),
  )
  const [isTouched, setTouched] = useState(false)
  const [opens, setOpens] = useState(!table.acceptsAnyFormat)
  const apply = useApply(table, stored)
  const candidates = candidatesOf(mapping, proposal)
  const unmapped = leftOverOf(draft, proposal?.unmapped ?? [])
  const isFilled = draft.action === 'ignore' || draft.rows.some(({ from }) => from.length > 0)
  const lacking = stored === null ? lackingIn(draft, table, proposal) : []
  const setRows = (rows: readonly DraftRow[]) => {
    setTouched(true)
    setDraft({ ...draft, rows })
  }
  const submit = (replaces: boolean) =>
    apply.mutate(
      {
        mapping: mappingOf(draft, mapping),
        newColumns: newColumnsOf(draft),
        opens: opens && !table.acceptsAnyFormat,
        replaces,
        admits,
      },
      { onSuccess: onApplied },
    )
  if (stored === null && proposal?.warning?.code === 'IDS_ONLY')
    return <Notice title={t('No lead in these arrivals')} message={proposal.warning.message} />
  return (
    <Stack gap="lg">
      {proposal?.warning != null && <Notice message={proposal.warning.message} />}
      <MappingColumns
        table={table}
        draft={draft}
        proposal={stored === null ? proposal : null}
        candidates={candidates}
        onRows={setRows}
      />
      <UnmappedFields unmapped={unmapped} onCreate={(value) => setRows([...draft.rows, newRowOf(value)])} />
      <MappingSettings
        table={table}
        mapping={mapping}
        draft={draft}
        opens={opens}
        onDraft={setDraft}
        onOpens={setOpens}
      />
      <EditProblem edit={apply} thing="mapping" place="page" onReplace={() => submit(true)} />
      <SaveBar
        label={admits === null ? t('Save the mapping') : t('Apply mapping and admit arrivals')}
        isSaving={apply.isPending}
        isReady={isFilled && lacking.length === 0 && !hasRepeatedColumn(draft) && draft.name.trim() !== ''}
        onSave={() => submit(false)}
      >
        {isFilled && lacking.length > 0
          ? wordsOfLacking(lacking)
          : proposal !== null && admits !== null && wordsOfOutcome(proposal, isTouched || stored !== null)}
      </SaveBar>
    </Stack>
  )
}

/** The button that saves a mapping, beside a text about what saving it does. */
function SaveBar({
  label,
  isSaving,
  isReady,
  onSave,
  children,
}: {
  label: string
  isSaving: boolean
  isReady: boolean
  onSave: () => void
  children: ReactNode
}) {
  return (
    <Group gap="sm">
      <Button size="md" loading={isSaving} disabled={!isReady} onClick={onSave}>
        {label}
      </Button>
      <Text size="sm" c="dimmed" flex="1 1 14rem" role="status">
        {children}
      </Text>
    </Group>
  )
}

function Notice({ title, message }: { title?: string; message: string }) {
  return (
    <Alert color="yellow" icon={<Info />} role="alert" title={title}>
      {translated(message)}.
    </Alert>
  )
}

function wordsOfLacking(columns: readonly string[]): string {
  return t(
    'Choose a value for {columns}, or leave {count, plural, =1 {it} other {them}} empty. Until then, records would be held.',
    { columns: columns.join(', '), count: columns.length },
  )
}

function wordsOfOutcome({ wouldAdmit, wouldHold, reasons }: MappingProposal, isTouched: boolean): string {
  if (isTouched) return t('You see which arrivals fit when you apply the mapping.')
  const [reason] = reasons
  const why = reason === undefined ? '' : ` (${wordsOfReason({ ...reason, column: reason.column ?? '' })})`
  const still =
    wouldHold > 0 ? t(', and {wouldHold, number} would still be held{why}', { wouldHold, why }) : ''
  return t(
    'With this mapping, {wouldAdmit, plural, one {# record} other {# records}} of the latest arrivals would be added{still}.',
    { wouldAdmit, still },
  )
}
