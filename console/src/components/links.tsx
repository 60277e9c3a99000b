import { Anchor, Button, NavLink, UnstyledButton } from '@mantine/core'
import { createLink } from '@tanstack/react-router'

/** Mantine's looks on the router's links. */
export const ButtonLink = createLink(Button<'a'>)
export const AnchorLink = createLink(Anchor<'a'>)
export const NavigationLink = createLink(NavLink<'a'>)
export const PlainLink = createLink(UnstyledButton<'a'>)
