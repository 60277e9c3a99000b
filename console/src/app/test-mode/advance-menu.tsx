import { Button, Menu, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { CalendarClock, ChevronDown, FastForward, MailSearch } from 'lucide-react'
import type { TestClock } from '../../api/schema.ts'
import { toNextMessage, useAdvance } from '../../api/test-mode/test-clock.ts'
import { dateAndTimeIn } from '../../components/time/zoned-time.ts'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/text.ts'
import { AdvanceTo } from './advance-to.tsx'

const spans = [
  { label: t('Advance by an hour'), seconds: 3_600 },
  { label: t('Advance by a day'), seconds: 86_400 },
  { label: t('Advance by a week'), seconds: 604_800 },
  { label: t('Advance by 30 days'), seconds: 2_592_000 },
] as const

/** A menu with the ways to move the test clock forward. */
export function AdvanceMenu({ clock, timeZone }: { clock: TestClock; timeZone: string }) {
  const advance = useAdvance()
  const [choosing, choosingIs] = useDisclosure()
  const { next } = clock
  const isAdvancing = clock.status === 'advancing' || advance.isPending
  return (
    <>
      <Menu width={280} position="bottom-end">
        <Menu.Target>
          <Button size="xs" loading={isAdvancing} rightSection={<ChevronDown size={14} aria-hidden />}>
            {t('Advance')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<FastForward size={16} aria-hidden />}
            disabled={next === null}
            onClick={() => next !== null && advance.mutate({ to: next })}
          >
            {rich('Advance to the next event{text}', {
              text: (
                <Text size="xs" c="dimmed">
                  {next === null
                    ? t('No event is scheduled in test mode.')
                    : `${dateAndTimeIn(timeZone, next)} · ${clock.nextEvent?.message}`}
                </Text>
              ),
            })}
          </Menu.Item>
          <Menu.Item
            leftSection={<MailSearch size={16} aria-hidden />}
            disabled={next === null}
            onClick={() => advance.mutate(toNextMessage)}
          >
            {t('Advance to the next message')}
          </Menu.Item>
          <Menu.Divider />
          {spans.map(({ label, seconds }) => (
            <Menu.Item key={label} onClick={() => advance.mutate({ seconds })}>
              {label}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<CalendarClock size={16} aria-hidden />} onClick={choosingIs.open}>
            {t('Advance to a date and time…')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {choosing && <AdvanceTo clock={clock} timeZone={timeZone} onClose={choosingIs.close} />}
    </>
  )
}
