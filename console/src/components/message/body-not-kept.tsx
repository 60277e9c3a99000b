import { Text } from '@mantine/core'
import { AnchorLink } from '../links.tsx'

/** Says that the body of a sent e-mail was not kept, and who decides that. */
export function BodyNotStored() {
  return (
    <Text size="sm" c="dimmed">
      The body of the e-mail was not kept.{' '}
      <AnchorLink to="/organization" inherit underline="always">
        An admin or owner decides whether message bodies are kept
      </AnchorLink>
      .
    </Text>
  )
}
