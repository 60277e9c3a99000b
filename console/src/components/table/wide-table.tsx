import { Table, type TableProps } from '@mantine/core'

/**
 * A table that scrolls sideways where it is wider than the screen, also by keyboard. Its scroll bar stays visible,
 * because otherwise nothing says that columns are cut off.
 */
export function WideTable({
  label,
  minWidth,
  ...table
}: TableProps & {
  /** The accessible name of the table. */
  label: string
  /** The width in px below which the table scrolls sideways. */
  minWidth: number
}) {
  return (
    <Table.ScrollContainer
      minWidth={minWidth}
      scrollAreaProps={{
        type: 'auto',
        offsetScrollbars: 'present',
        viewportProps: { tabIndex: 0, role: 'region', 'aria-label': label },
      }}
    >
      <Table aria-label={label} {...table} />
    </Table.ScrollContainer>
  )
}
