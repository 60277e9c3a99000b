import { Box, Button, Text } from '@mantine/core'
import type { FailedGroup } from '../../../api/schema.ts'
import { inWords } from '../../../components/names/field-labels.ts'
import { t } from '../../../languages/text.ts'
import type { RecipientNames } from '../recipients/use-recipient-names.ts'

/** Lists samples of failed recipients that differ as much as possible. */
export function FailedSamples({
  samples,
  who: { names },
  onPreview,
}: {
  samples: FailedGroup['samples']
  who: Pick<RecipientNames, 'names'>
  /** Called to show the failed recipient's record in the preview. */
  onPreview?: (recordId: string) => void
}) {
  return (
    <Box component="ul" mt="xs" className="plain-list" aria-label={t('Samples')}>
      {samples.map(({ recordId, message }) => (
        <Text component="li" size="sm" key={recordId} style={{ overflowWrap: 'anywhere' }}>
          <Text span inherit fw={500}>
            {nameOf(names.get(recordId), recordId)}
          </Text>
          : {inWords(message)}{' '}
          {onPreview !== undefined && names.get(recordId) != null && (
            <Button
              size="compact-xs"
              variant="subtle"
              aria-label={t('Preview record {recordId}', { recordId })}
              onClick={() => onPreview(recordId)}
            >
              {t('Preview')}
            </Button>
          )}
        </Text>
      ))}
    </Box>
  )
}

function nameOf(name: string | null | undefined, recordId: string): string {
  if (name === null) return t('Record {recordId} (deleted)', { recordId })
  return name === undefined || name === '' ? t('Record {recordId}', { recordId }) : name
}
