import { Badge, Drawer, Group, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { RecipientFilter } from '../../../api/job/jobs.ts'
import type { StandingStep } from '../../../api/schema.ts'
import { typeOf } from '../../spinners/steps/types/step-types.ts'
import classes from '../job-count-cards.module.css'
import { wordsOfReason } from '../job-words.ts'
import { type Chosen, filterOf, reasonsAt, type Standing, standings } from './standings.ts'
import { wordsOfCount } from './step-funnel.tsx'

/** Who stands at a step, why, and what can be done about it. */
export function StandingDrawer({
  chosen,
  items,
  onClose,
  actions,
  people,
}: {
  chosen: Chosen | null
  items: readonly StandingStep[]
  onClose: () => void
  actions: (at: StandingStep, standing: Standing) => ReactNode
  people: (filter: RecipientFilter) => ReactNode
}) {
  const at = chosen === null ? undefined : items[chosen.step]
  return (
    <Drawer
      opened={chosen !== null && at !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title={chosen !== null && at !== undefined ? titleOf(at, chosen.standing) : ''}
    >
      {chosen !== null && at !== undefined && (
        <Opened
          key={`${chosen.step} ${chosen.standing}`}
          chosen={chosen}
          at={at}
          actions={actions(at, chosen.standing)}
          people={people}
        />
      )}
    </Drawer>
  )
}

function titleOf(at: StandingStep, standing: Standing): string {
  return `${wordsOfCount(at[standing], standing)} at step ${at.path}, ${typeOf(at).label}`
}

function Opened({
  chosen,
  at,
  actions,
  people,
}: {
  chosen: Chosen
  at: StandingStep
  actions: ReactNode
  people: (filter: RecipientFilter) => ReactNode
}) {
  const [reason, setReason] = useState<StandingStep['reasons'][number]['code']>()
  const reasons = reasonsAt(at, chosen.standing)
  const filter = { ...filterOf(chosen), ...(reason === undefined ? {} : { reason }) }
  return (
    <Stack gap="lg">
      <Text size="sm" c="dimmed">
        {standings[chosen.standing].meaning}.
      </Text>
      {reasons.length > 0 && (
        <section aria-labelledby="why">
          <Title order={3} size="h5" id="why" mb={4}>
            Why
          </Title>
          <Stack gap={2} role="group" aria-label="Reasons">
            {reasons.map(({ code, count }) => (
              <UnstyledButton
                key={code}
                className={classes['reason'] ?? ''}
                aria-pressed={reason === code}
                onClick={() => setReason(reason === code ? undefined : code)}
              >
                <Group justify="space-between" wrap="nowrap">
                  <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                    {wordsOfReason(code)}
                  </Text>
                  <Badge variant="default" className="numbers">
                    {count.toLocaleString('en')}
                  </Badge>
                </Group>
              </UnstyledButton>
            ))}
          </Stack>
        </section>
      )}
      {actions}
      <section aria-labelledby="who">
        <Title order={3} size="h5" id="who" mb="xs">
          Who
        </Title>
        {people(filter)}
      </section>
    </Stack>
  )
}
