import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Ban } from 'lucide-react'
import type { Person } from '../../api/schema.ts'
import { spinnersQuery } from '../../api/spinner/spinners.ts'
import { useNewSpinners } from '../../api/spinner/use-new-spinners.ts'
import { AnchorLink } from '../../components/links.tsx'
import { LookBadge } from '../../components/look-badge.tsx'
import { nameOfSpinner } from '../../components/names/name-of-spinner.ts'
import { suppressionWords } from '../../components/person/suppression-words.ts'
import { Moment } from '../../components/time/moment.tsx'
import { translated } from '../../languages/catalogue.ts'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/text.ts'
import { personStatuses } from './person-statuses.ts'
import { PlaceMenu } from './place-menu.tsx'

/** Shows the state of a person, the last message, and what jobs do next for the person. */
export function PersonStatus({ person }: { person: Person }) {
  const { email, status, suppression, lastMessageAt, upcomingSteps } = person
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="state">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4" id="state">
          {t('Status')}
        </Title>
        <LookBadge look={personStatuses[status]} />
      </Group>
      <Stack gap="xs">
        <Text size="sm" c="dimmed" component="div">
          {lastMessageAt === null
            ? t('No message was sent to this person.')
            : rich('Last message {moment}', { moment: <Moment at={lastMessageAt} /> })}
        </Text>
        {suppression !== null && (
          <Group gap="xs">
            <Badge
              variant="default"
              tt="none"
              fw={500}
              leftSection={<Ban size={13} color="var(--mantine-color-yellow-6)" aria-hidden />}
            >
              {suppressionWords[suppression.reason]}
            </Badge>
            <Text size="sm" c="dimmed" component="div">
              {rich('No job writes to this address. Suppressed {moment}.', {
                moment: <Moment at={suppression.createdAt} />,
              })}
            </Text>
          </Group>
        )}
        {email === null && (
          <Text size="sm" c="dimmed">
            {t('The records of this person have no e-mail address.')}
          </Text>
        )}
        <NextSteps steps={upcomingSteps} />
        {email !== null && (
          <Text size="sm" component="div">
            <AnchorLink to="/events" search={{ email }} underline="always" inherit>
              {t('Events about this person')}
            </AnchorLink>
          </Text>
        )}
      </Stack>
    </Paper>
  )
}

/** Lists what jobs do next for a person, soonest first. */
function NextSteps({ steps }: { steps: Person['upcomingSteps'] }) {
  const { data: spinners } = useQuery(spinnersQuery)
  useNewSpinners(spinners, steps)
  if (steps.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('Nothing is planned: no running job has a record of this person.')}
      </Text>
    )
  return (
    <Stack component="ul" gap={6} className="plain-list" aria-label={t('What comes next')}>
      {steps.map(({ jobId, recordId, spinnerId, step, path, at, reason }) => (
        <Text key={`${jobId} ${recordId}`} size="sm" component="li" style={{ overflowWrap: 'anywhere' }}>
          <PlaceMenu
            jobId={jobId}
            recipient={{ recordId, step, status: at === null ? 'pending' : 'waiting', reason }}
            name={nameOfSpinner(spinners, spinnerId)}
          />
          {at === null
            ? rich('Next: step {path} of {link}, as soon as possible', {
                path: path ?? step + 1,
                link: (
                  <AnchorLink to="/jobs/$jobId" params={{ jobId }} underline="always" inherit>
                    {nameOfSpinner(spinners, spinnerId)}
                  </AnchorLink>
                ),
              })
            : rich('Next: step {path} of {link}, {moment}', {
                moment: <Moment at={at} />,
                path: path ?? step + 1,
                link: (
                  <AnchorLink to="/jobs/$jobId" params={{ jobId }} underline="always" inherit>
                    {nameOfSpinner(spinners, spinnerId)}
                  </AnchorLink>
                ),
              })}
          {reason !== null && (
            <Text size="xs" c="dimmed">
              {translated(reason.message)}
            </Text>
          )}
        </Text>
      ))}
    </Stack>
  )
}
