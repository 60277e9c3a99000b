import { Alert, Box, Button, Group, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import { Info } from 'lucide-react'
import { useState } from 'react'
import type { Wanted } from '../../../api/arrival/arrivals.ts'
import type { ArrivalsAdmitted, DataTable, Mapping, MappingProposal } from '../../../api/schema.ts'
import { countOf } from '../../../components/arrival/admitted-words.ts'
import { pathText } from '../../../components/arrival/path-text.ts'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import { Section } from '../section.tsx'
import { wordsOfAction } from './action-words.ts'
import { LeftOverList } from './left-over-list.tsx'
import {
  candidatesOf,
  type DraftRow,
  draftOf,
  hasRepeatedColumn,
  leftOverOf,
  mappingOf,
  newColumnsOf,
} from './mapping-draft.ts'
import { MappingRow } from './mapping-row.tsx'
import { useApply } from './use-apply.ts'

/**
 * Shows a mapping beside the sample from which it was proposed. The user can change it and apply it to all
 * held arrivals of the same format.
 */
export function MappingEditor({
  table,
  mappingId,
  mapping,
  proposal,
  admits,
  onApplied,
}: {
  table: DataTable
  /** The id of the edited mapping; null for a new mapping. */
  mappingId: string | null
  mapping: Mapping
  /** The mapping proposed from held arrivals of this format; null if there are no such arrivals. */
  proposal: MappingProposal | null
  /** The held arrivals to admit after the mapping is saved; null if there are none. */
  admits: Wanted | null
  onApplied: (admitted: ArrivalsAdmitted | null) => void
}) {
  const [draft, setDraft] = useState(() =>
    draftOf(table, mapping, mappingId === null ? (proposal?.columns ?? []) : []),
  )
  const [isTouched, setTouched] = useState(false)
  const [opens, setOpens] = useState(table.intake === 'strict')
  const apply = useApply(table, mappingId)
  const candidates = candidatesOf(mapping, proposal)
  const leftOver = leftOverOf(draft, proposal?.leftOver ?? [])
  const unfilled = draft.rows.filter(({ from }) => from.length === 0)
  const isFilled = draft.action === 'ignore' || draft.rows.some(({ from }) => from.length > 0)
  const isRepeated = hasRepeatedColumn(draft)
  const setRows = (rows: readonly DraftRow[]) => {
    setTouched(true)
    setDraft({ ...draft, rows })
  }
  const submit = () =>
    apply.mutate(
      {
        mapping: mappingOf(draft, mapping),
        newColumns: newColumnsOf(draft),
        opens: opens && table.intake === 'strict',
        admits,
      },
      { onSuccess: onApplied },
    )
  if (mappingId === null && proposal?.notice?.code === 'IDS_ONLY')
    return (
      <Alert color="yellow" icon={<Info />} role="alert" title="No lead in these deliveries">
        {proposal.notice.message}.
      </Alert>
    )
  return (
    <Stack gap="lg">
      {proposal?.notice != null && (
        <Alert color="yellow" icon={<Info />} role="alert">
          {proposal.notice.message}.
        </Alert>
      )}
      <Section
        title="Columns"
        description={
          table.columns.length === 0
            ? 'This table has no columns yet and gets the columns below. Rename these columns, or leave some out.'
            : 'Each column of the table and the value that fills it.'
        }
      >
        {draft.rows.length === 0 ? (
          <Text size="sm">Create columns from the unused values below.</Text>
        ) : (
          <Box component="ul" m={0} p={0} aria-label="Columns" style={{ listStyle: 'none' }}>
            {draft.rows.map((row) => (
              <MappingRow
                key={row.key}
                row={row}
                match={table.match}
                candidates={candidates}
                onChange={(changed) =>
                  setRows(draft.rows.map((one) => (one.key === row.key ? changed : one)))
                }
                onRemove={() => setRows(draft.rows.filter(({ key }) => key !== row.key))}
              />
            ))}
          </Box>
        )}
        {isRepeated && (
          <Text size="sm" c="var(--mantine-color-error)">
            Two columns of this mapping have the same name.
          </Text>
        )}
        {table.missingColumns === 'reject' && unfilled.length > 0 && draft.rows.length > unfilled.length && (
          <Group gap="sm">
            <Text size="sm" flex="1 1 16rem">
              Every column of this table needs a value or null. No value is chosen yet for{' '}
              {unfilled.map(({ column }) => column).join(', ')}.
            </Text>
            <Button
              size="xs"
              variant="default"
              onClick={() =>
                setRows(
                  draft.rows.map((row) =>
                    row.from.length === 0 ? { ...row, from: [{ constant: null }] } : row,
                  ),
                )
              }
            >
              Leave {unfilled.length === 1 ? 'it' : 'them'} empty
            </Button>
          </Group>
        )}
      </Section>
      <LeftOverList
        leftOver={leftOver}
        onCreate={({ path, name }) =>
          setRows([
            ...draft.rows,
            {
              key: `new ${pathText(path)}`,
              column: name,
              isNew: true,
              from: [{ path: [...path] }],
              transform: [],
              guess: null,
            },
          ])
        }
      />
      <Section title="The mapping">
        <TextInput
          label="Name"
          description="Name the mapping, for example after its source and form."
          value={draft.name}
          maxLength={200}
          maw={420}
          onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
          error={draft.name.trim() === '' && 'Enter a name'}
        />
        <Select
          label="What the mapping does with records"
          data={Object.entries(wordsOfAction).map(([value, { long, needsMatch }]) => ({
            value,
            label: long,
            disabled: needsMatch && table.match === null,
          }))}
          value={draft.action}
          onChange={(value) => setDraft({ ...draft, action: (value ?? draft.action) as Mapping['action'] })}
          allowDeselect={false}
          maw={420}
        />
        <Text size="sm" c="dimmed">
          {wordsOfMatch(mapping)}
        </Text>
        {table.intake === 'strict' && (
          <Switch
            checked={opens}
            onChange={(event) => setOpens(event.currentTarget.checked)}
            label="Accept deliveries in this format from now on"
            description="Opens the table: deliveries that do not fit are held instead of refused. If off, the mapping applies only to arrivals that you admit."
          />
        )}
      </Section>
      <ProblemAlert error={apply.error} />
      <Group gap="sm">
        <Button
          size="md"
          loading={apply.isPending}
          disabled={!isFilled || isRepeated || draft.name.trim() === ''}
          onClick={submit}
        >
          {admits === null ? 'Save the mapping' : 'Apply mapping and admit arrivals'}
        </Button>
        {proposal !== null && admits !== null && (
          <Text size="sm" c="dimmed" flex="1 1 14rem" role="status">
            {wordsOfOutcome(proposal, isTouched || mappingId !== null, unfilled)}
          </Text>
        )}
      </Group>
    </Stack>
  )
}

function wordsOfOutcome(
  { wouldAdmit, wouldHold }: MappingProposal,
  isTouched: boolean,
  unfilled: readonly DraftRow[],
): string {
  if (isTouched) return 'You see which arrivals fit when you apply the mapping.'
  if (wouldAdmit === 0 && unfilled.length > 0)
    return `No record can be added yet: no value is chosen for ${unfilled.map(({ column }) => column).join(', ')}.`
  const still = wouldHold > 0 ? `, and ${wouldHold.toLocaleString('en')} would still be held` : ''
  return `With this mapping, ${countOf(wouldAdmit, 'record')} of the latest deliveries would be added${still}.`
}

function wordsOfMatch({ match: { where, requires }, root }: Mapping): string {
  const parts = [
    ...where.map(
      ({ path, in: values }) =>
        `in which ${pathText(path)} is ${values.map((value) => `“${value}”`).join(' or ')}`,
    ),
    ...(requires.length === 0 ? [] : [`that have ${requires.map(pathText).join(' and ')}`]),
  ]
  const which =
    parts.length === 0
      ? 'all deliveries that no earlier mapping matches'
      : `deliveries ${parts.join(', and ')}`
  return `The mapping applies to ${which}.${root.length === 0 ? '' : ` The records are in the body at ${pathText(root)}.`}`
}
