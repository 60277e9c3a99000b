import { Box, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { arrivalQuery } from '../../../api/arrival/arrivals.ts'
import type { ArrivalWithBody } from '../../../api/schema.ts'
import { wordsOfReason } from '../../../components/arrival/reason-words.ts'
import { Moment } from '../../../components/time/moment.tsx'
import { translated } from '../../../languages/catalogue.ts'
import { language } from '../../../languages/language.ts'
import { t } from '../../../languages/text.ts'
import { readTree, type Tree } from '../../arrivals/body/body-tree.ts'
import type { WaitingFormat } from './waiting-formats.ts'

const maxNames = 6

/**
 * Describes the arrivals of one format: their number, the program that sent them, the newest time, and the
 * names of their values.
 */
export function FormatSummary({
  group: { count, newest },
  isMore,
}: {
  group: WaitingFormat
  isMore: boolean
}) {
  const one = useQuery(arrivalQuery(newest.id))
  const sender = one.data?.headers['user-agent']?.split(/[\s/(;]/, 1)[0]
  const names = one.data === undefined ? [] : namesIn(one.data)
  const notMapped = one.data?.reasons.find(({ code }) => code === 'NOT_MAPPED_AUTOMATICALLY')
  return (
    <Box miw={0} flex="1 1 14rem">
      <Text size="sm">
        <strong>
          {count.toLocaleString(language)}
          {isMore && '+'} {count === 1 ? t('delivery') : t('deliveries')}
        </strong>
        {sender !== undefined && t(' from {sender}', { sender })}, <Moment at={newest.receivedAt} />
      </Text>
      <Text size="sm" c="dimmed" truncate>
        {names.length === 0 ? t('format {format}', { format: newest.format?.slice(0, 6) }) : names.join(', ')}
      </Text>
      {notMapped !== undefined && (
        <Text size="sm" c="dimmed">
          {wordsOfReason(notMapped)}. {translated(notMapped.message)}.
        </Text>
      )}
    </Box>
  )
}

/** Returns the names of the outermost values in the body of an arrival. */
function namesIn({ body, bodyEncoding, contentType }: ArrivalWithBody): readonly string[] {
  const tree = body === null || bodyEncoding !== 'utf8' ? null : readTree(body, contentType)
  const names = new Set<string>()
  let level: readonly Tree[] = tree === null ? [] : [tree]
  while (level.length > 0 && names.size < maxNames) {
    const next: Tree[] = []
    for (const one of level)
      if (one.kind === 'list') next.push(...one.items.slice(0, 1))
      else if (one.kind === 'object')
        for (const [key, value] of one.entries) {
          if (value.kind === 'scalar') names.add(key)
          else next.push(value)
        }
    level = next
  }
  return [...names].slice(0, maxNames)
}
