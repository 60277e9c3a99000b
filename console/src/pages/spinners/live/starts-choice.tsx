import { Box, Radio, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { organizationQuery } from '../../../api/account/organization.ts'
import type { Spinner } from '../../../api/schema.ts'
import { triggerCurl } from '../../../components/curl.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { Snippet } from '../../../components/snippet.tsx'
import { DurationField } from '../steps/types/wait/duration-field.tsx'
import { ScheduleFields } from './schedule-fields.tsx'
import { type Starts, startsFault } from './starts-words.ts'

const kinds: Readonly<Record<Starts['on'], { label: string; means: string }>> = {
  call: {
    label: 'Start by hand or from a CRM',
    means: 'You start the spinner with the Run button, or a CRM starts it with one API request.',
  },
  records: {
    label: 'Start when records arrive',
    means:
      'New records become one job, which counts once toward your plan. You can also run the spinner yourself.',
  },
  schedule: {
    label: 'Start on a schedule',
    means: 'At a scheduled time, no job starts if there are no records to write to.',
  },
}

/** Chooses what starts the published spinner. */
export function StartsChoice({
  spinner,
  starts,
  onChange,
}: {
  spinner: Spinner
  starts: Starts
  onChange: (starts: Starts) => void
}) {
  const timeZone = useQuery(organizationQuery).data?.timeZone ?? 'UTC'
  const first: Readonly<Record<Starts['on'], Starts>> = {
    call: { on: 'call' },
    records: { on: 'records', withinSeconds: 60 },
    schedule: { on: 'schedule', cron: '0 9 * * 1,2,3,4,5', timeZone },
  }
  return (
    <>
      <Radio.Group
        label="How the spinner starts"
        value={starts.on}
        onChange={(value) => onChange(first[value])}
      >
        <Stack gap="sm" mt="xs">
          {Object.entries(kinds).map(([on, { label, means }]) => (
            <Radio key={on} value={on} label={label} description={means} />
          ))}
        </Stack>
      </Radio.Group>
      <Box mt="md">
        {starts.on === 'call' && (
          <>
            <Text size="sm" c="dimmed" mb="xs">
              To start the spinner, a CRM needs an{' '}
              <AnchorLink inherit underline="always" to="/api-keys">
                API key
              </AnchorLink>{' '}
              with the scope “trigger”.
              {spinner.status === 'draft' &&
                ' Until the spinner is published, requests to start it get the answer 404.'}
            </Text>
            <Snippet code={triggerCurl(spinner.id)} label="trigger command" />
          </>
        )}
        {starts.on === 'records' && (
          <DurationField
            label="Within"
            seconds={starts.withinSeconds ?? null}
            fault={startsFault(starts) ?? undefined}
            onChange={(seconds) => onChange({ on: 'records', withinSeconds: seconds ?? 0 })}
          />
        )}
        {starts.on === 'schedule' && <ScheduleFields starts={starts} onChange={onChange} />}
      </Box>
    </>
  )
}
