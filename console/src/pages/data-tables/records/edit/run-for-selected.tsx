import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { answerOf, api } from '../../../../api/client.ts'
import { newIdempotencyKey } from '../../../../api/idempotency-key.ts'
import type { Rehearsed } from '../../../../api/spinner/rehearsals.ts'
import { spinnersQuery, spinnerVersionQuery } from '../../../../api/spinner/spinners.ts'
import { ProblemAlert } from '../../../../components/problem/problem-alert.tsx'
import { RehearsalResult } from '../../../spinners/run/rehearsal-result.tsx'

/** As many as one trigger names. */
const mostNamed = 500

/** Shows what a published spinner of the table would do with the selected records, and starts it for them. */
export function RunForSelected({
  dataTableId,
  recordIds,
  onClose,
}: {
  dataTableId: string
  recordIds: readonly string[]
  onClose: () => void
}) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const [chosen, setChosen] = useState<string | null>(null)
  const [key] = useState(newIdempotencyKey)
  const { data: all } = useQuery(spinnersQuery)
  const published = all?.filter((one) => one.dataTableId === dataTableId && one.publishedVersion !== null)
  const spinner =
    published?.find(({ id }) => id === chosen) ?? (published?.length === 1 ? published[0] : undefined)
  const { data: version } = useQuery({
    ...spinnerVersionQuery(spinner?.id ?? '', spinner?.publishedVersion ?? 0),
    enabled: spinner !== undefined,
  })
  const tooMany = recordIds.length > mostNamed
  const ids = [...recordIds]
  const dryRun = useQuery({
    queryKey: ['dry-run', spinner?.id, ids],
    queryFn: async ({ signal }) => {
      const params = { path: { spinnerId: spinner?.id ?? '' } }
      const body = { recordIds: ids, dryRun: true }
      return (await answerOf(
        api.POST('/api/v1/spinners/{spinnerId}/jobs', { params, body, signal }),
      )) as unknown as Rehearsed
    },
    enabled: spinner !== undefined && !tooMany,
    gcTime: 0,
    retry: false,
  })
  const run = useMutation({
    meta: { shown: true },
    mutationFn: async (spinnerId: string) => {
      const params = { path: { spinnerId }, header: { 'Idempotency-Key': `${key}-${spinnerId}` } }
      const body = { recordIds: ids }
      return answerOf(api.POST('/api/v1/spinners/{spinnerId}/jobs', { params, body }))
    },
    onSuccess: (started) => {
      void client.invalidateQueries({ queryKey: ['jobs'] })
      onClose()
      if ('jobId' in started) void navigate({ to: '/jobs/$jobId', params: { jobId: started.jobId } })
    },
  })
  const count = `${ids.length.toLocaleString('en')} ${ids.length === 1 ? 'record' : 'records'}`
  return (
    <Modal opened onClose={onClose} size="xl" title={`Run a spinner for ${count}`}>
      <Stack gap="md">
        {tooMany && (
          <Text size="sm">
            A run names at most {mostNamed} records. Select fewer, or start the spinner with a filter from its
            page.
          </Text>
        )}
        {published?.length === 0 && (
          <Text size="sm">No spinner over this table is published. Publish one first, and come back.</Text>
        )}
        {published !== undefined && published.length > 0 && (
          <Select
            label="Spinner"
            placeholder="Choose one"
            data={published.map(({ id, name }) => ({ value: id, label: name }))}
            value={spinner?.id ?? null}
            onChange={setChosen}
          />
        )}
        <ProblemAlert error={dryRun.error} retry={dryRun.refetch} />
        {spinner !== undefined && dryRun.isFetching && (
          <Text size="sm" c="dimmed" role="status">
            Looking at what it would do…
          </Text>
        )}
        {dryRun.data !== undefined && (
          <RehearsalResult result={dryRun.data} version={version} dataTableId={dataTableId} />
        )}
        <ProblemAlert error={run.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Not now
          </Button>
          <Button
            loading={run.isPending}
            disabled={spinner === undefined || tooMany || dryRun.data === undefined}
            onClick={() => spinner !== undefined && run.mutate(spinner.id)}
          >
            Run for {count}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
