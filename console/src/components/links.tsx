import { Anchor, Button, type ButtonProps, NavLink, UnstyledButton } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

type InLink<Props> = Props & Omit<ComponentProps<'a'>, keyof Props>

/** Links of the router with Mantine's styles. */
export const ButtonLink = createLink((props: InLink<ButtonProps>) => <Button component="a" {...props} />)
export const AnchorLink = createLink(Anchor<'a'>)
export const NavigationLink = createLink(NavLink<'a'>)
export const PlainLink = createLink((props: ComponentProps<'a'>) => (
  <UnstyledButton component="a" {...props} />
))
