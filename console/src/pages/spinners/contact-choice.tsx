import { Checkbox, Paper, Radio, Stack, Title } from '@mantine/core'
import type { Spinner } from '../../api/schema.ts'

export const contactWords: Readonly<Record<Spinner['contact'], { label: string; means: string }>> = {
  oncePerPerson: {
    label: 'Once per person',
    means: 'An address that this spinner has written to is skipped, whatever record or job it comes by.',
  },
  oncePerRecord: {
    label: 'Once per record',
    means:
      'Another job writes to the address again, for each of its records. One job still sends each step to an address once.',
  },
}

const contacts = Object.keys(contactWords) as Spinner['contact'][]

export function ContactChoice({
  contact,
  exclusive,
  onChange,
}: {
  contact: Spinner['contact']
  exclusive: boolean
  onChange: (changes: Partial<Pick<Spinner, 'contact' | 'exclusive'>>) => void
}) {
  return (
    <Paper withBorder p="md" component="section">
      <Title order={2} size="h4" id="contact">
        People
      </Title>
      <Radio.Group
        aria-labelledby="contact"
        mt="sm"
        value={contact}
        onChange={(value) => {
          const chosen = contacts.find((one) => one === value)
          if (chosen !== undefined) onChange({ contact: chosen })
        }}
      >
        <Stack gap="sm">
          {contacts.map((one) => (
            <Radio
              key={one}
              value={one}
              label={contactWords[one].label}
              description={contactWords[one].means}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Checkbox
        mt="md"
        checked={exclusive}
        onChange={(event) => onChange({ exclusive: event.currentTarget.checked })}
        label="Exclusive"
        description="Skips people who are on the way in another exclusive spinner."
      />
    </Paper>
  )
}
