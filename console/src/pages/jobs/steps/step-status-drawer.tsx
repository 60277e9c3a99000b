import { Badge, Drawer, Group, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { language } from '../../../languages/language.ts'
import { t } from '../../../languages/text.ts'
import { typeOf } from '../../spinners/steps/types/step-types.ts'
import { wordsOfReason } from '../job-words.ts'
import classes from '../parts/job-count-cards.module.css'
import { wordsOfCount } from './step-funnel.tsx'
import { reasonsAt, stepStatuses } from './step-statuses.ts'
import type { Opened } from './use-step-status.ts'

/** A drawer with the recipients at a step, their reasons, and the actions for them. */
export function StepStatusDrawer({
  opened,
  onReason,
  onClose,
  actions,
  children,
}: {
  opened: Opened | null
  onReason: (reason: Opened['reason']) => void
  onClose: () => void
  actions: ReactNode
  /** The list of recipients at the step, shown below the reasons. */
  children: ReactNode
}) {
  return (
    <Drawer
      opened={opened !== null}
      onClose={onClose}
      position="right"
      size="lg"
      title={opened === null ? '' : titleOf(opened)}
    >
      {opened !== null && (
        <Stack gap="lg">
          <Text size="sm" c="dimmed">
            {stepStatuses[opened.standing].meaning}.
          </Text>
          <Reasons opened={opened} onReason={onReason} />
          {actions}
          <section aria-labelledby="who">
            <Title order={3} size="h5" id="who" mb="xs">
              {t('Recipients')}
            </Title>
            {children}
          </section>
        </Stack>
      )}
    </Drawer>
  )
}

function titleOf({ at, standing: status }: Opened): string {
  return t('{count} at step {path}, {label}', {
    count: wordsOfCount(at[status], status),
    path: at.path,
    label: typeOf(at).label,
  })
}

/** Lists the reasons of the recipients at the step. Choosing a reason filters the recipients. */
function Reasons({
  opened: { at, standing: status, reason },
  onReason,
}: {
  opened: Opened
  onReason: (reason: Opened['reason']) => void
}) {
  const reasons = reasonsAt(at, status)
  if (reasons.length === 0) return null
  return (
    <section aria-labelledby="why">
      <Title order={3} size="h5" id="why" mb={4}>
        {t('Reasons')}
      </Title>
      <Stack gap={2} role="group" aria-label={t('Reasons')}>
        {reasons.map(({ code, count }) => (
          <UnstyledButton
            key={code}
            className={classes['reason'] ?? ''}
            aria-pressed={reason === code}
            onClick={() => onReason(reason === code ? undefined : code)}
          >
            <Group justify="space-between" wrap="nowrap">
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {wordsOfReason(code)}
              </Text>
              <Badge variant="default" className="numbers">
                {count.toLocaleString(language)}
              </Badge>
            </Group>
          </UnstyledButton>
        ))}
      </Stack>
    </section>
  )
}
