import { Box, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FailedGroup } from '../../../api/schema.ts'
import type { RecipientNames } from '../recipients/use-recipient-names.ts'

/** Some of those who failed, as different as there are. */
export function FailedSamples({
  samples,
  who: { names },
  action,
}: {
  samples: FailedGroup['samples']
  who: Pick<RecipientNames, 'names'>
  action?: (recordId: string) => ReactNode
}) {
  return (
    <Box component="ul" m={0} mt="xs" p={0} style={{ listStyle: 'none' }} aria-label="Samples">
      {samples.map(({ recordId, message }) => (
        <Text component="li" size="sm" key={recordId} style={{ overflowWrap: 'anywhere' }}>
          <Text span inherit fw={500}>
            {nameOf(names.get(recordId), recordId)}
          </Text>
          : {message} {action?.(recordId)}
        </Text>
      ))}
    </Box>
  )
}

function nameOf(name: string | null | undefined, recordId: string): string {
  if (name === null) return `Record ${recordId} (deleted)`
  return name === undefined || name === '' ? `Record ${recordId}` : name
}
