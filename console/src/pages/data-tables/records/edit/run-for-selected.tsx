import { Modal, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { maxRecordIds } from '../../../../api/limits.ts'
import { spinnersQuery } from '../../../../api/spinner/spinners.ts'
import { Loaded } from '../../../../components/loading/loaded.tsx'
import { t } from '../../../../languages/text.ts'
import { RunForm } from '../../../spinners/run/run-form.tsx'

/**
 * A dialog that shows what a published spinner of the table would do with the selected records, or with those of a
 * segment, and starts a job for them.
 */
export function RunForSelected({
  dataTableId,
  recordIds = null,
  segment = null,
  onClose,
}: {
  dataTableId: string
  recordIds?: readonly string[] | null
  segment?: { readonly id: string; readonly name: string } | null
  onClose: () => void
}) {
  const navigate = useNavigate()
  const spinners = useQuery(spinnersQuery)
  const [chosen, setChosen] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const leave = () => {
    if (!isBusy) onClose()
  }
  const length = recordIds?.length ?? 0
  const records = segment?.name ?? t('{count, plural, one {# record} other {# records}}', { count: length })
  return (
    <Modal opened onClose={leave} size="xl" title={t('Run a spinner for {count}', { count: records })}>
      {length > maxRecordIds ? (
        <Text size="sm">
          {t(
            'A run of a spinner takes at most {maxRecordIds, number} selected records. Select fewer records.',
            { maxRecordIds },
          )}
        </Text>
      ) : (
        <Loaded query={spinners}>
          {(all) => {
            const published = all.filter(
              (one) => one.dataTableId === dataTableId && one.publishedVersion !== null,
            )
            if (published.length === 0)
              return (
                <Text size="sm">
                  {t(
                    'This table has no published spinner. Publish a spinner for this table, then run it here.',
                  )}
                </Text>
              )
            const spinner = published.length === 1 ? published[0] : published.find(({ id }) => id === chosen)
            return (
              <Stack gap="md">
                <Select
                  label={t('Spinner')}
                  placeholder={t('Choose a spinner')}
                  data={published.map(({ id, name }) => ({ value: id, label: name }))}
                  value={spinner?.id ?? null}
                  disabled={isBusy}
                  onChange={setChosen}
                />
                {spinner !== undefined && (
                  <RunForm
                    key={spinner.id}
                    question={{ ...spinner, differs: spinner.hasUnpublishedChanges }}
                    recordIds={recordIds}
                    segmentId={segment?.id ?? null}
                    opened
                    onStarted={(jobId) => {
                      onClose()
                      void navigate({ to: '/jobs/$jobId', params: { jobId } })
                    }}
                    onClose={leave}
                    onBusy={setBusy}
                  />
                )}
              </Stack>
            )
          }}
        </Loaded>
      )}
    </Modal>
  )
}
