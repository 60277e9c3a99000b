import { Anchor, Badge, Group, Skeleton, Table, Text, Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { DataTable, ListedSegment, Segment, SegmentUse, Where } from '../../../api/schema.ts'
import { segmentQuery } from '../../../api/table/segments.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { translated } from '../../../languages/catalogue.ts'
import { t } from '../../../languages/text.ts'
import { useConditionNames } from '../../spinners/steps/where/condition-names.ts'
import { wordsOfWhere } from '../../spinners/steps/where/where-words.ts'
import { SegmentMenu } from './segment-menu.tsx'

/** One segment in the list: its name, count, condition and uses, with actions. */
export function SegmentRow({ table, segment }: { table: DataTable; segment: ListedSegment }) {
  const { id, name, description } = segment
  const whole = useQuery(segmentQuery(id))
  const names = useConditionNames(table.id, segment.where as Where)
  const navigate = useNavigate()
  const uses = whole.data?.data.usedBy ?? []
  const showRecords = () =>
    void navigate({
      to: '/data-tables/$dataTableId',
      params: { dataTableId: table.id },
      search: { where: { segmentId: id } } as object,
    })
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component="button" type="button" ta="left" fw={600} onClick={showRecords}>
          {name}
        </Anchor>
        {description !== '' && (
          <Text size="sm" c="dimmed">
            {description}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Count segment={whole.data?.data} isFailed={whole.isError} />
      </Table.Td>
      <Table.Td>
        <Text size="sm" lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
          {wordsOfWhere(segment.where as Where, names)}
        </Text>
        {whole.data?.data.faults.map(({ pointer, message }) => (
          <Text key={pointer} size="sm" c="red">
            {translated(message)}
          </Text>
        ))}
      </Table.Td>
      <Table.Td>
        <Uses uses={uses} />
      </Table.Td>
      <Table.Td>
        <SegmentMenu table={table} segment={segment} whole={whole.data} />
      </Table.Td>
    </Table.Tr>
  )
}

function Count({ segment, isFailed }: { segment: Segment | undefined; isFailed: boolean }) {
  const isOpen = segment === undefined && !isFailed
  if (segment === undefined || segment.count === null)
    return isOpen ? <Skeleton h={18} w={48} /> : <Text size="sm">{t('not counted')}</Text>
  const { value, isEstimate, sampleSize } = segment.count
  const words = t('{count, plural, one {# record} other {# records}}', { count: value })
  if (!isEstimate) return <Text className="numbers">{words}</Text>
  const label = t(
    'Estimated from {sampleSize, plural, one {# record} other {# records}}, evenly spread over the table. The exact number follows.',
    { sampleSize: sampleSize ?? 0 },
  )
  return (
    <Tooltip label={label} multiline maw={280} events={{ hover: true, focus: true, touch: true }}>
      <Text className="numbers" tabIndex={0}>
        {t('about {words}', { words })}
      </Text>
    </Tooltip>
  )
}

const kinds = {
  segment: (name: string) => t('segment {name}', { name }),
  spinner: (name: string) => t('spinner {name}', { name }),
  view: (name: string) => t('view {name}', { name }),
  job: (name: string) => t('job of the spinner {name}', { name }),
} as const

function Uses({ uses }: { uses: readonly SegmentUse[] }) {
  if (uses.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('not used')}
      </Text>
    )
  return (
    <Group gap={4}>
      {uses.map(({ kind, id, name }) => (
        <UseBadge key={id} kind={kind} id={id} words={kinds[kind](name)} />
      ))}
    </Group>
  )
}

/** Names a use of a segment, and leads to the spinner or the job that uses it. */
function UseBadge({ kind, id, words }: Pick<SegmentUse, 'kind' | 'id'> & { words: string }) {
  const badge = (
    <Badge variant="light" tt="none" fw={500} maw="100%" style={{ cursor: 'inherit' }}>
      {words}
    </Badge>
  )
  if (kind === 'spinner')
    return (
      <AnchorLink to="/spinners/$spinnerId" params={{ spinnerId: id }}>
        {badge}
      </AnchorLink>
    )
  if (kind === 'job')
    return (
      <AnchorLink to="/jobs/$jobId" params={{ jobId: id }}>
        {badge}
      </AnchorLink>
    )
  return badge
}
