import { Code, Table, Tabs, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { mappingQuery } from '../../api/arrival/mappings.ts'
import type { ArrivalWithBody } from '../../api/schema.ts'
import { Snippet } from '../../components/snippet.tsx'
import { t } from '../../languages/text.ts'
import { readTree } from './body/body-tree.ts'
import { BodyView } from './body/body-view.tsx'
import { reasonsAt } from './body/reasons-at.ts'

/** Shows the body of an arrival, parsed and raw, with the headers and the query of its request. */
export function ArrivalBodyTabs({ arrival }: { arrival: ArrivalWithBody }) {
  const { body, bodyEncoding, contentType, contentEncoding, headers, query, status, mappingId, reasons } =
    arrival
  const mapping = useQuery({ ...mappingQuery(mappingId ?? ''), enabled: mappingId !== null, retry: false })
  if (body === null)
    return (
      <Text size="sm" c="dimmed">
        {status === 'accepted'
          ? t('The records of this arrival are in the table. Spindle keeps no copy of accepted arrivals.')
          : t('The body of this arrival was not stored or could not be read.')}
      </Text>
    )
  const tree = bodyEncoding === 'utf8' ? readTree(body, contentType) : null
  const beside = [
    ...Object.entries(headers),
    ...Object.entries(query).map(([name, text]) => [`?${name}`, text]),
  ]
  return (
    <Tabs defaultValue={tree === null ? 'raw' : 'read'} key={arrival.id} keepMounted={false}>
      <Tabs.List mb="sm">
        {tree !== null && <Tabs.Tab value="read">{t('Body')}</Tabs.Tab>}
        <Tabs.Tab value="raw">{t('Raw body')}</Tabs.Tab>
        <Tabs.Tab value="headers">{t('Headers')}</Tabs.Tab>
      </Tabs.List>
      {tree !== null && (
        <Tabs.Panel value="read">
          <BodyView tree={tree} reasons={reasonsAt(tree, reasons, mapping.data?.root ?? null)} />
        </Tabs.Panel>
      )}
      <Tabs.Panel value="raw">
        <Text size="sm" c="dimmed" mb="xs">
          {contentType ?? t('Request without a content type')}
          {contentEncoding !== null && `, ${contentEncoding}`}
          {bodyEncoding === 'base64' && t('; the bytes are shown in base64')}
        </Text>
        <Snippet code={body} label={t('raw body')} />
      </Tabs.Panel>
      <Tabs.Panel value="headers">
        {beside.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('The request had no relevant headers.')}
          </Text>
        ) : (
          <Table verticalSpacing={6} horizontalSpacing={0} layout="fixed">
            <Table.Tbody>
              {beside.map(([name, text]) => (
                <Table.Tr key={name}>
                  <Table.Th w="38%" style={{ overflowWrap: 'anywhere' }}>
                    {name}
                  </Table.Th>
                  <Table.Td>
                    <Code style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{text}</Code>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </Tabs.Panel>
    </Tabs>
  )
}
