import { Alert, Button, Group, List, Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { rehearsalQuery, useAdmit, type Wanted } from '../../../api/arrival/arrivals.ts'
import type { ArrivalsAdmitted } from '../../../api/schema.ts'
import { wordsOfAdmitted } from '../../../components/arrival/admitted-words.ts'
import { wordsOfCode } from '../../../components/arrival/reason-words.ts'
import { Loaded } from '../../../components/loading/loaded.tsx'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import { language } from '../../../languages/language.ts'
import { t } from '../../../languages/text.ts'

/**
 * Opens the admission dialog outside the page, because the list that opened it may disappear once the
 * arrivals are admitted.
 */
export function openAdmission(wanted: Wanted, title: string): void {
  const id = modals.open({
    title,
    children: <Admission wanted={wanted} onClose={() => modals.close(id)} />,
  })
}

/** A dialog that shows what admitting the arrivals would do, and then admits them. */
function Admission({ wanted, onClose }: { wanted: Wanted; onClose: () => void }) {
  const admit = useAdmit()
  const rehearsal = useQuery({
    ...rehearsalQuery(wanted, 'dialog'),
    enabled: !admit.isSuccess,
    staleTime: 0,
    gcTime: 0,
  })
  if (admit.isSuccess)
    return (
      <Stack>
        <Alert color="teal" icon={<CircleCheck />} role="status">
          {wordsOfAdmitted(admit.data, 'did')}
        </Alert>
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('Done')}</Button>
        </Group>
      </Stack>
    )
  return (
    <Loaded query={rehearsal}>
      {(found) => (
        <Stack>
          <Foreseen found={found} />
          <ProblemAlert error={admit.error} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {found.admitted > 0 ? t('Cancel') : t('Close')}
            </Button>
            {found.admitted > 0 && (
              <Button loading={admit.isPending} onClick={() => admit.mutate(wanted)}>
                {t('Admit {admitted, plural, one {# record} other {# records}}', {
                  admitted: found.admitted,
                })}
              </Button>
            )}
          </Group>
        </Stack>
      )}
    </Loaded>
  )
}

function Foreseen({ found: { admitted, held, ignored, reasons } }: { found: ArrivalsAdmitted }) {
  return (
    <>
      <Text fw={600} role="status">
        {admitted === 1
          ? t('1 record can be added to the table')
          : t('{admitted, number} records can be added to the table', { admitted })}
        {held > 0 &&
          `, ${t('{held, plural, one {# still does not fit} other {# still do not fit}}', { held })}`}
      </Text>
      {reasons.length > 0 && (
        <List size="sm">
          {reasons.map(({ code, count }) => (
            <List.Item key={code}>
              {wordsOfCode(code)}: {count.toLocaleString(language)}
            </List.Item>
          ))}
        </List>
      )}
      {ignored > 0 && (
        <Text size="sm">
          {ignored === 1
            ? t('A mapping ignores 1 record.')
            : t('A mapping ignores {ignored, number} records.', { ignored })}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {admitted > 0
          ? t(
              'Records are added in the order of arrival and count toward this month’s plan. Repeated records are left out.',
            )
          : t('Change the mapping, the columns or the plan, and then admit these arrivals.')}
      </Text>
    </>
  )
}
