import { Button, Group, Menu, Table } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Copy, Play, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DataTable, ResultsOfSpinner, Spinner } from '../../../api/schema.ts'
import { useDuplicateSpinner } from '../../../api/spinner/spinners.ts'
import { SparkLine } from '../../../components/chart/spark-line.tsx'
import { ForEditors } from '../../../components/for-editors.tsx'
import { AnchorLink } from '../../../components/links.tsx'
import { RowMenu } from '../../../components/table/row-menu.tsx'
import { dateFormat } from '../../../components/time/date-format.ts'
import { language } from '../../../languages/language.ts'
import { t } from '../../../languages/text.ts'
import { shareOf } from '../results/result-period.ts'
import { useRun } from '../run/use-run.tsx'
import { StatusBadge } from '../status-badge.tsx'
import { useDeletion } from '../use-deletion.tsx'

export function SpinnerRow({
  spinner,
  table,
  results,
}: {
  spinner: Spinner
  table: DataTable | undefined
  /** The results over all jobs; undefined if the spinner has sent nothing, or while they load. */
  results: ResultsOfSpinner | undefined
}) {
  const run = useRun()
  return (
    <Table.Tr className="linked-row">
      <Table.Td maw={280} miw={180} style={{ overflowWrap: 'anywhere' }}>
        <AnchorLink
          className="row-link"
          size="sm"
          fw={600}
          to="/spinners/$spinnerId"
          params={{ spinnerId: spinner.id }}
        >
          {spinner.name}
        </AnchorLink>
      </Table.Td>
      <Table.Td maw={200} miw={120} style={{ overflowWrap: 'anywhere' }}>
        {table === undefined ? (
          '–'
        ) : (
          <AnchorLink
            size="sm"
            c="var(--mantine-color-text)"
            to="/data-tables/$dataTableId"
            params={{ dataTableId: table.id }}
          >
            {table.name}
          </AnchorLink>
        )}
      </Table.Td>
      <Table.Td miw={190}>
        <StatusBadge spinner={spinner} />
      </Table.Td>
      <ResultCells results={results} />
      <Table.Td>
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <ForEditors>
            {spinner.status === 'published' && (
              <Button
                size="xs"
                variant="default"
                leftSection={<Play size={14} aria-hidden />}
                aria-label={t('Run {name}', { name: spinner.name })}
                onClick={() => run.ask({ ...spinner, differs: spinner.hasUnpublishedChanges })}
              >
                {t('Run')}
              </Button>
            )}
            <Actions spinner={spinner} />
          </ForEditors>
        </Group>
        {run.dialog}
      </Table.Td>
    </Table.Tr>
  )
}

const dayOptions = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
} as const

/** The cells with the results of a spinner over all its jobs, and a curve of the messages of the last 30 days. */
function ResultCells({ results }: { results: ResultsOfSpinner | undefined }) {
  if (results === undefined)
    return (
      <>
        <Figure label={t('Sent')} />
        <Figure label={t('Replied')} />
        <Figure label={t('Bounced')} />
        <Figure label={t('Last activity')} />
      </>
    )
  const { sent, reached, replied, bounced, lastDay, sentByDay } = results
  const sentLately = sentByDay.reduce((sum, count) => sum + count, 0)
  return (
    <>
      <Figure label={t('Sent')} value={sent.toLocaleString(language)}>
        {sentLately > 0 && (
          <SparkLine
            counts={sentByDay}
            label={t('{sentLately, plural, one {# message} other {# messages}} in the last 30 days', {
              sentLately,
            })}
          />
        )}
      </Figure>
      <Figure label={t('Replied')} value={shareOf(replied, reached)} />
      <Figure label={t('Bounced')} value={shareOf(bounced, sent)} />
      <Figure label={t('Last activity')} value={dateFormat(dayOptions).format(new Date(lastDay))} />
    </>
  )
}

/** A cell with a result. On a card, which has no headings, `label` stands before the result. */
function Figure({
  label,
  value = null,
  children,
}: {
  label: string
  /** The result in words; null if there is none. */
  value?: string | null
  children?: ReactNode
}) {
  return (
    <Table.Td className="numbers" data-label={label} {...(value === null && { 'data-figure': 'none' })}>
      <Group gap="xs" wrap="nowrap" display="inline-flex" style={{ whiteSpace: 'nowrap' }}>
        {value ?? '–'}
        {children}
      </Group>
    </Table.Td>
  )
}

function Actions({ spinner }: { spinner: Spinner }) {
  const deletion = useDeletion()
  const duplicate = useDuplicateSpinner()
  const navigate = useNavigate()
  const isPublished = spinner.status === 'published'
  return (
    <RowMenu label={t('More for {name}', { name: spinner.name })} width={230} size={30}>
      <Menu.Item
        leftSection={<Copy size={16} aria-hidden />}
        onClick={() =>
          duplicate.mutate(spinner.id, {
            onSuccess: ({ id }) => void navigate({ to: '/spinners/$spinnerId', params: { spinnerId: id } }),
          })
        }
      >
        {t('Duplicate')}
      </Menu.Item>
      <Menu.Item
        leftSection={<Trash2 size={16} aria-hidden />}
        disabled={isPublished}
        onClick={() => deletion.ask(spinner)}
      >
        {isPublished ? t('Delete (unpublish the spinner first)') : t('Delete')}
      </Menu.Item>
    </RowMenu>
  )
}
