import { Button, Group, NumberInput, Paper, Select, Stack, Text, Textarea, Title } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { type Inbound, usePlayInbound } from '../../api/test-mode/test-timeline.ts'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { oneOf } from '../../components/search-param.ts'
import { showDone } from '../../components/show-done.ts'
import { t } from '../../languages/text.ts'
import { inboundKindNames, inboundKinds } from './inbound-kinds.ts'

const day = 86_400

/**
 * A form that simulates a reaction of the recipient to a message, such as a reply, at the present time of the
 * test clock.
 */
export function PlayInbound({ messageId }: { messageId: string }) {
  const [kind, setKind] = useState<Inbound['kind']>('reply')
  const [text, setText] = useState('')
  const [daysAway, setDaysAway] = useState(7)
  const play = usePlayInbound()
  const { result, sample, label } = inboundKinds[kind]
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const said = text.trim() === '' ? sample : text.trim()
    const body = {
      messageId,
      kind,
      text: sample === null ? null : said,
      awaySeconds: kind === 'autoReply' ? daysAway * day : null,
    }
    play.mutate(body, {
      onSuccess: () => showDone(t('{label} simulated. The timeline shows this reaction.', { label })),
    })
  }
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="play">
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Title order={3} size="h5" id="play">
            {t('Simulate a reaction')}
          </Title>
          <Select
            label={t('Kind')}
            data={inboundKindNames.map((value) => ({ value, label: inboundKinds[value].label }))}
            value={kind}
            allowDeselect={false}
            onChange={(value) => setKind(oneOf(inboundKindNames, value ?? undefined) ?? kind)}
            comboboxProps={{ withinPortal: false }}
          />
          {sample !== null && (
            <Textarea
              label={t('Text')}
              placeholder={sample}
              autosize
              minRows={2}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          )}
          {kind === 'autoReply' && (
            <NumberInput
              label={t('Days of the simulated absence')}
              description={t(
                'The number of days for which the simulated automatic reply announces an absence, 1 to 90.',
              )}
              min={1}
              max={90}
              value={daysAway}
              onChange={(value) => setDaysAway(Math.max(1, Number(value)))}
            />
          )}
          {play.isError && <ProblemAlert error={play.error} />}
          <Group justify="space-between" gap="sm">
            <Text size="sm" c="dimmed" flex="1 1 12rem">
              {result}
            </Text>
            <Button type="submit" loading={play.isPending}>
              {t('Simulate the reaction')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}
