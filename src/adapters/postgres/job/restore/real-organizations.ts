/**
 * A condition that leaves out test organizations, in SQL. Their times are those of their clocks and say nothing about
 * when the database stopped, and none of their messages can have left the service.
 */
export const isReal = (organization: string) =>
  `(select true from test_clocks c where c.organization_id = ${organization}) is null`
