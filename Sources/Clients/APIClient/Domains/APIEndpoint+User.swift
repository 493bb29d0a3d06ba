extension APIEndpoint {
    /// The signed-in user.
    public enum User {
        /// `GET /me`: the profile.
        public static func current() -> APIRequest<Profile> {
            APIRequest(.get, "/me", expecting: .result())
        }

        /// `PATCH /me`: changes the profile, and returns it as it is then. What the change leaves out stays as it is.
        ///
        /// - Throws: ``RESTError/invalidData(_:_:)`` if the change can't be encoded.
        public static func update(_ change: ProfileChange) throws(RESTError) -> APIRequest<Profile> {
            try APIRequest(.patch, "/me", sending: .json(change), expecting: .result())
        }
    }
}
