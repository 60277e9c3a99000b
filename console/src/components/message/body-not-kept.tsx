import { Text } from '@mantine/core'
import { rich } from '../../languages/rich.ts'
import { AnchorLink } from '../links.tsx'

/** Says that the body of a sent e-mail was not kept, and who decides that. */
export function BodyNotStored() {
  return (
    <Text size="sm" c="dimmed">
      {rich(
        'The body of the e-mail was not kept. <link>An admin or owner decides whether message bodies are kept</link>.',
        {
          link: <AnchorLink to="/organization" inherit underline="always" />,
        },
      )}
    </Text>
  )
}
