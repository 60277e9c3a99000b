import { Button, Group, List, Stack, Text } from '@mantine/core'
import { Download, Route } from 'lucide-react'
import type { Arrival, ArrivalWithBody, DataTable } from '../../api/schema.ts'
import { ArrivalStatusBadge } from '../../components/arrival/arrival-status-badge.tsx'
import { type Path, pathText } from '../../components/arrival/path-text.ts'
import { type ArrivalReason, wordsOfCode } from '../../components/arrival/reason-words.ts'
import { CopyButton } from '../../components/copy-button.tsx'
import { ForEditors } from '../../components/for-editors.tsx'
import { AnchorLink, ButtonLink } from '../../components/links.tsx'
import { Moment } from '../../components/time/moment.tsx'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/text.ts'
import { AcceptedRecords } from './accepted-records.tsx'
import { AdmitButton } from './admission/admit-button.tsx'
import { DiscardButton } from './admission/discard-button.tsx'
import { ArrivalBodyTabs } from './arrival-body-tabs.tsx'
import { canAdmit, isForeign, isLeftOut, isUnsigned, sources, wordsOfRecords } from './arrival-words.ts'
import { EditButton } from './edit-arrival.tsx'

/** Shows one arrival: its body, the reasons for its state, and the possible actions. */
export function OneArrival({
  arrival,
  table,
  onClose,
}: {
  arrival: ArrivalWithBody
  table: DataTable | undefined
  onClose: () => void
}) {
  const { status, receivedAt, source, reasons, requestId } = arrival
  return (
    <Stack>
      <Group gap="sm">
        <ArrivalStatusBadge status={status} />
        <Text size="sm" c="dimmed">
          {table !== undefined && (
            <>
              <AnchorLink
                to="/data-tables/$dataTableId"
                params={{ dataTableId: table.id }}
                inherit
                underline="always"
              >
                {table.name}
              </AnchorLink>
              {' · '}
            </>
          )}
          {sources[source.kind]} · <Moment at={receivedAt} /> · {wordsOfRecords(arrival)}
        </Text>
      </Group>
      {reasons.length > 0 && (
        <List size="sm" spacing={4} aria-label={t('Reasons')}>
          {reasons.map((reason) => (
            <List.Item key={JSON.stringify(reason)}>
              <Reason reason={reason} isOneOfMany={(arrival.records ?? 1) > 1} />
            </List.Item>
          ))}
        </List>
      )}
      {table !== undefined && arrival.recordIds.length > 0 && (
        <AcceptedRecords arrival={arrival} table={table} />
      )}
      {arrival.edited !== null && (
        <Text size="sm" c="dimmed">
          {rich('The body was edited by {name}, {moment}. The original body had {originalBytes} bytes.', {
            name: arrival.edited.by.name ?? t('a deleted member'),
            moment: <Moment at={arrival.edited.at} />,
            originalBytes: arrival.edited.originalBytes,
          })}
        </Text>
      )}
      <Actions arrival={arrival} />
      {arrival.status !== 'accepted' && (
        <Group gap="sm">
          {canAdmit(arrival) && <EditButton arrival={arrival} />}
          <DiscardButton arrivalId={arrival.id} onDone={onClose} />
        </Group>
      )}
      <ArrivalBodyTabs arrival={arrival} />
      <Group gap="xs" wrap="nowrap">
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {t('Request {requestId}', { requestId })}
        </Text>
        <CopyButton value={requestId} label={t('Copy request id')} />
      </Group>
    </Stack>
  )
}

/** Reason codes whose label says everything that the API's message says, so the message is not shown. */
const plainCodes = new Set([
  'UNKNOWN_FORMAT',
  'TABLE_HAS_NO_SCHEMA',
  'MISSING_COLUMN',
  'UNKNOWN_COLUMN',
  'NO_VALUES',
  'NOT_A_PHONE_NUMBER',
  'NOT_A_NUMBER',
  'NOT_A_BOOLEAN',
  'NOT_A_DATE',
])

/** Reason codes whose label already mentions the column, so that only the column's name follows the label. */
const columnCodes: ReadonlySet<string> = new Set(['MISSING_COLUMN', 'UNKNOWN_COLUMN'])

function Reason({
  reason: { code, message, column, path, index, suggestion },
  isOneOfMany,
}: {
  reason: ArrivalReason
  isOneOfMany: boolean
}) {
  const at = path === undefined ? '' : t(', at {path}', { path: pathText(path as Path) })
  return (
    <>
      <strong>{wordsOfCode(code)}</strong>
      {column !== undefined &&
        column !== '' &&
        (columnCodes.has(code) ? `: ${column}` : t(', column {column}', { column }))}
      {at}
      {isOneOfMany && index !== undefined && t(', record {index}', { index: index + 1 })}.
      {!plainCodes.has(code) && ` ${message}.`}
      {suggestion !== undefined && t(' Did the source mean the column “{suggestion}”?', { suggestion })}
    </>
  )
}

function Actions({ arrival }: { arrival: Arrival }) {
  const { id, dataTableId, format, mappingId, code } = arrival
  if (isLeftOut(arrival))
    return (
      <Group gap="sm">
        <Button
          component="a"
          href={`/api/v1/arrivals/${id}/body`}
          download="left-out-rows.csv"
          variant="default"
          leftSection={<Download size={16} aria-hidden />}
        >
          {t('Download left-out rows')}
        </Button>
        <Text size="sm" c="dimmed">
          {t('Correct the rows that were left out, and import the downloaded file.')}
        </Text>
      </Group>
    )
  // Offers no action for a body that cannot become a record, such as a body with ids and no personal data.
  // The program that sends it has to be corrected.
  if (!canAdmit(arrival) || dataTableId === null || code === 'IDS_ONLY') return null
  const foreign = isForeign(arrival)
  const unsigned = isUnsigned(arrival)
  return (
    <ForEditors>
      <Group gap="sm">
        {format !== null && (foreign || mappingId !== null) && (
          <ButtonLink
            to="/data-tables/$dataTableId/mapping"
            params={{ dataTableId }}
            search={{
              ...(unsigned ? {} : { format }),
              ...(mappingId === null ? { arrival: id } : { mapping: mappingId }),
            }}
            leftSection={<Route size={16} aria-hidden />}
            variant={foreign ? 'filled' : 'default'}
          >
            {foreign ? t('Map this format') : t('Change the mapping')}
          </ButtonLink>
        )}
        {(!foreign || unsigned) && (
          <AdmitButton wanted={{ dataTableId, arrivalIds: [id] }} title={t('Admit this arrival')}>
            {t('Admit')}
          </AdmitButton>
        )}
        {format !== null && !foreign && (
          <AdmitButton wanted={{ dataTableId, format }} title={t('Admit arrivals in this format')}>
            {t('Admit arrivals in this format')}
          </AdmitButton>
        )}
      </Group>
    </ForEditors>
  )
}
