import { Group, Paper, Select, Skeleton, Text, ThemeIcon, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { explanationQuery } from '../../api/person/people.ts'
import type { Explanation } from '../../api/schema.ts'
import { spinnersQuery } from '../../api/spinner/spinners.ts'
import { AnchorLink } from '../../components/links.tsx'
import { inWords } from '../../components/names/field-labels.ts'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { useSearchParam } from '../../components/search-param.ts'
import { Moment } from '../../components/time/moment.tsx'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/text.ts'

/** Says whether a spinner would write to this person at present, and if not, why. */
export function ExplainBox({
  address,
  likely,
}: {
  address: string
  /** The spinner that is chosen at first, if it is published. */
  likely: string | undefined
}) {
  const { data: spinners } = useQuery(spinnersQuery)
  const [chosen, choose] = useSearchParam('spinner')
  const published = spinners?.filter(({ status }) => status === 'published') ?? []
  // Chooses the spinner automatically if only one is published.
  const only = published.length === 1 ? published[0]?.id : undefined
  const first = only ?? published.find(({ id }) => id === likely)?.id
  const spinnerId = spinners?.find(({ id }) => id === (chosen ?? first))?.id ?? null
  const answer = useQuery({
    ...explanationQuery(address, spinnerId ?? ''),
    enabled: spinnerId !== null,
  })
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="explain">
      <Title order={2} size="h4" id="explain" mb={4}>
        {t('Would a spinner write to this person now?')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('This check applies the same rules as a run of the spinner. Nothing is sent.')}
      </Text>
      <Select
        aria-label={t('Spinner')}
        placeholder={t('Choose a spinner')}
        data={(spinners ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={spinnerId}
        onChange={(value) => choose(value ?? undefined)}
        searchable={(spinners?.length ?? 0) > 8}
        clearable
      />
      <div role="status">
        {spinnerId !== null && answer.isPending && <Skeleton height={40} mt="md" />}
        {spinnerId !== null && answer.data !== undefined && <Answer explanation={answer.data} />}
      </div>
      {answer.isError && <ProblemAlert error={answer.error} retry={answer.refetch} />}
    </Paper>
  )
}

function Answer({ explanation: { wouldSend, reason } }: { explanation: Explanation }) {
  const { jobId } = reason?.evidence ?? {}
  return (
    <Group mt="md" gap="sm" wrap="nowrap" align="flex-start">
      <ThemeIcon size={26} radius="xl" variant="light" color={wouldSend ? 'teal' : 'yellow'}>
        {wouldSend ? <Check size={15} aria-hidden /> : <X size={15} aria-hidden />}
      </ThemeIcon>
      <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
        <Text span inherit fw={600}>
          {wouldSend ? t('Yes.') : t('No.')}
        </Text>{' '}
        {wouldSend
          ? t('A run of the spinner that starts now would write to this person.')
          : `${inWords(reason?.message ?? '')}.`}
        {typeof jobId === 'string' && (
          <>
            {' '}
            <AnchorLink to="/jobs/$jobId" params={{ jobId }} underline="always" inherit>
              {t('See the other job of this person')}{' '}
            </AnchorLink>
          </>
        )}
        {reason !== null && reason.changesAt !== null && (
          <Text size="xs" c="dimmed">
            {rich('The answer changes {moment}.', { moment: <Moment at={reason.changesAt} /> })}
          </Text>
        )}
      </Text>
    </Group>
  )
}
