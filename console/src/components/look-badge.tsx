import { Badge } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'

/** The word, the icon and the colour by which a state is recognized. */
export interface Look {
  readonly word: string
  readonly icon: LucideIcon
  readonly color: string
}

/** Shows a state of a thing as a word with a coloured icon; small in lists with many of them. */
export function LookBadge({
  look: { word, icon: Icon, color },
  isSmall = false,
}: {
  look: Look
  isSmall?: boolean
}) {
  return (
    <Badge
      variant="default"
      size={isSmall ? 'md' : 'lg'}
      tt="none"
      fw={isSmall ? 500 : 600}
      miw={isSmall ? 'max-content' : undefined}
      style={{ flexShrink: 0 }}
      leftSection={<Icon size={isSmall ? 13 : 15} color={color} aria-hidden />}
    >
      {word}
    </Badge>
  )
}
