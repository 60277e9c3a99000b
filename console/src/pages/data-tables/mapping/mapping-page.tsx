import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ArrowLeft, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { newestArrivalsQuery } from '../../../api/arrival/arrivals.ts'
import { mappingQuery, proposalQuery } from '../../../api/arrival/mappings.ts'
import { isGone } from '../../../api/problem.ts'
import type { ArrivalsAdmitted, DataTable } from '../../../api/schema.ts'
import { dataTableQuery } from '../../../api/table/data-tables.ts'
import { wordsOfAdmitted } from '../../../components/arrival/admitted-words.ts'
import { ForEditors } from '../../../components/for-editors.tsx'
import { AnchorLink, ButtonLink } from '../../../components/links.tsx'
import { Loaded } from '../../../components/loading/loaded.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { NotThere } from '../../../components/problem/not-there.tsx'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import { useSearchParam } from '../../../components/search-param.ts'
import { t } from '../../../languages/text.ts'
import { useFirstSpinner } from '../../spinners/list/use-first-spinner.ts'
import { MappingEditor } from './mapping-editor.tsx'
import { SampleForm } from './sample-form.tsx'

/** The page for editing how arrivals of one format become records of a table. */
export function MappingPage() {
  const { dataTableId } = useParams({ from: '/signed-in/data-tables/$dataTableId/mapping' })
  const table = useQuery(dataTableQuery(dataTableId))
  const [mappingId] = useSearchParam('mapping')
  if (isGone(table.error)) return <NotThere kind="data table" />
  return (
    <>
      <PageHeader
        title={mappingId === undefined ? t('Map a format') : t('Mapping')}
        above={
          <AnchorLink
            to="/data-tables/$dataTableId"
            params={{ dataTableId }}
            search={{ tab: 'arrivals' }}
            size="sm"
            c="dimmed"
          >
            <Group component="span" gap={4} display="inline-flex">
              <ArrowLeft size={14} aria-hidden />
              {table.data?.name ?? t('Data table')}
            </Group>
          </AnchorLink>
        }
        description={t(
          'Choose which value of an arrival goes into which column. You see real values; nothing changes until you apply the mapping.',
        )}
        guide="use/mappings"
      />
      <Loaded query={table}>
        {(data) =>
          mappingId === undefined ? (
            <NewMapping table={data} />
          ) : (
            <StoredMapping key={mappingId} table={data} id={mappingId} />
          )
        }
      </Loaded>
    </>
  )
}

function NewMapping({ table: present }: { table: DataTable }) {
  const [format] = useSearchParam('format')
  const [arrivalId] = useSearchParam('arrival')
  const [pasted, setPasted] = useState<string | null>(null)
  const [applied, setApplied] = useState<ArrivalsAdmitted | 'noneWaiting' | null>(null)
  // Keeps the columns and settings that the table had when the edit began, because applying the mapping
  // changes the table.
  const [table] = useState(present)
  const sample =
    pasted !== null
      ? { bodies: [pasted] }
      : format !== undefined
        ? { format }
        : arrivalId !== undefined
          ? { arrivalIds: [arrivalId] }
          : null
  const proposal = useQuery({
    ...proposalQuery(table.id, sample ?? {}),
    enabled: sample !== null && applied === null,
  })
  if (applied !== null) return <Applied table={present} applied={applied} />
  if (sample === null || (isGone(proposal.error) && pasted === null && proposal.data === undefined)) {
    return <SampleForm hasGone={sample !== null} onSample={setPasted} />
  }
  return (
    <Loaded query={proposal}>
      {(found) => (
        <MappingEditor
          table={table}
          stored={null}
          mapping={found.mapping}
          proposal={found}
          admits={pasted === null && format !== undefined ? { dataTableId: table.id, format } : null}
          onApplied={(admitted) => setApplied(admitted ?? 'noneWaiting')}
        />
      )}
    </Loaded>
  )
}

function StoredMapping({ table: present, id }: { table: DataTable; id: string }) {
  const [named] = useSearchParam('format')
  const [pasted, setPasted] = useState<string | null>(null)
  const [isPasting, setPasting] = useState(false)
  const [applied, setApplied] = useState<ArrivalsAdmitted | 'noneWaiting' | null>(null)
  const [table] = useState(present)
  const mapping = useQuery(mappingQuery(id))
  const held = useQuery(newestArrivalsQuery({ dataTableId: table.id, status: 'held' }, 200))
  // Chooses the sample once. Arrivals that the mapping holds later do not change the page while the user edits it.
  const [firstHeld, setFirstHeld] = useState<string | null>()
  if (firstHeld === undefined && !held.isFetching)
    setFirstHeld(held.data?.items.find(({ mappingId }) => mappingId === id)?.format ?? null)
  const format = named ?? firstHeld ?? undefined
  const sample = pasted !== null ? { bodies: [pasted] } : format !== undefined ? { format } : null
  const proposal = useQuery({
    ...proposalQuery(table.id, sample ?? {}),
    enabled: sample !== null && firstHeld !== undefined && applied === null,
  })
  if (applied !== null) return <Applied table={present} applied={applied} />
  if (isGone(mapping.error)) return <Text>{t('This mapping was deleted.')}</Text>
  // Waits for the proposal of held arrivals, but not of a pasted sample, because the user may have edited the mapping
  // before.
  if (firstHeld === undefined || (sample !== null && pasted === null && proposal.isPending))
    return <Loaded query={proposal}>{() => null}</Loaded>
  return (
    <Loaded query={mapping}>
      {(stored) => (
        <Stack gap="lg">
          {sample === null &&
            (isPasting ? (
              <SampleForm hasGone={false} onSample={setPasted} />
            ) : (
              <Group gap="sm">
                <Text size="sm" c="dimmed" flex="1 1 16rem">
                  {t('No held arrival matches this mapping, so there are no values to show.')}
                </Text>
                <Button size="xs" variant="default" onClick={() => setPasting(true)}>
                  {t('Use a sample')}
                </Button>
              </Group>
            ))}
          <MappingEditor
            table={table}
            stored={stored}
            mapping={stored}
            proposal={proposal.data ?? null}
            admits={pasted === null && format !== undefined ? { dataTableId: table.id, format } : null}
            onApplied={(admitted) => setApplied(admitted ?? 'noneWaiting')}
          />
        </Stack>
      )}
    </Loaded>
  )
}

function Applied({ table, applied }: { table: DataTable; applied: ArrivalsAdmitted | 'noneWaiting' }) {
  const params = { dataTableId: table.id }
  const waits = applied !== 'noneWaiting' && applied.held > 0
  const spinner = useFirstSpinner(table, { on: 'records', withinSeconds: 60 })
  return (
    <Alert color="teal" icon={<CircleCheck />} title={t('The mapping is applied')} role="status">
      <Stack gap="sm">
        <Text size="sm">
          {applied === 'noneWaiting'
            ? t('The mapping applies to new arrivals and to held arrivals that you admit.')
            : wordsOfAdmitted(applied, 'did')}
        </Text>
        <Group gap="sm">
          <ButtonLink to="/data-tables/$dataTableId" params={params} search={{ tab: 'records' }} size="xs">
            {t('See the records')}
          </ButtonLink>
          <ButtonLink
            to="/data-tables/$dataTableId"
            params={params}
            search={{ tab: 'arrivals' }}
            size="xs"
            variant="default"
          >
            {waits ? t('See held arrivals') : t('See the arrivals')}
          </ButtonLink>
          {spinner.isOffered && !waits && (
            <ForEditors>
              <Button size="xs" loading={spinner.isPending} onClick={spinner.create}>
                {t('Create a spinner for new records')}
              </Button>
            </ForEditors>
          )}
        </Group>
        {spinner.error !== null && <ProblemAlert error={spinner.error} />}
      </Stack>
    </Alert>
  )
}
