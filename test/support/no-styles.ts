/** Stands in for the styles of the console where nothing is shown: no class has a name. */
export default {}
