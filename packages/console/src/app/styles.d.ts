/** Styles are taken by the build; nothing is read of them. */
declare module '*.css';
