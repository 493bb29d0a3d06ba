import Foundation
import Testing

/// A certificate that openssl made, and the public key that openssl read from it.
///
///     openssl x509 -in FILE -outform DER | base64
///     openssl x509 -in FILE -pubkey -noout | openssl pkey -pubin -outform DER | base64
struct TestCertificate: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let der: Data
    let publicKey: Data

    private init(_ name: String, _ der: String, publicKey: String) {
        testDescription = name
        self.der = Self.bytes(der)
        self.publicKey = Self.bytes(publicKey)
    }

    private static func bytes(_ base64: String) -> Data {
        Data(base64Encoded: base64, options: .ignoreUnknownCharacters) ?? Data()
    }

    static let all = [rootRSA, leafEC, renewedEC, version1RSA, version1EC, selfSignedEd25519]

    static let rootRSA = TestCertificate(
        "an authority with an RSA key, version 3",
        """
        MIIDCTCCAfGgAwIBAgIUS8rc46o5juYLTAO2CUqrlRtEofwwDQYJKoZIhvcNAQELBQAwFDESMBAGA1UEAwwJVGVzdCBSb290MB4X
        DTI2MTEyMzEzMTUwOFoXDTM2MTEyMDEzMTUwOFowFDESMBAGA1UEAwwJVGVzdCBSb290MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A
        MIIBCgKCAQEAuyFcF2fkQKwW3Tgjl3RHaQd59PCZmvV1ziDlL5/hyVdVJPKGcCYYpU1rkGCSWwKqdnzl7657eSZLLUWtmFoR3Oyg
        c8s5rPiRZVf4WwyeYYwyGCvihss8HFxvVHwZI8rkNgeIMjGBztpTfkOB6Xar05G5+wvq0H0BczDLqJ4MORUGibQFAbJEd7iLmynI
        I2iuYncifiYSGmJOTqSN3Tsu0mUsWtA+P0EIlkgP05rB65QvE6me0UcpiSDzcH0eDDXSBWLv2VdqoyDpMnQ+rJbeKmnfw2xvMnnJ
        wukjfAs2HXInb1iu1I9cEMCGW7gkEfd3TGr0iVXM2kUn7JEOsw9HkwIDAQABo1MwUTAdBgNVHQ4EFgQUcVGwiqvkoI6J0vxNTZHH
        8P0WUUcwHwYDVR0jBBgwFoAUcVGwiqvkoI6J0vxNTZHH8P0WUUcwDwYDVR0TAQH/BAUwAwEB/zANBgkqhkiG9w0BAQsFAAOCAQEA
        V5qFoyfuoCH26eiQJmDdlaa/N/3pPUhqkwMgv716KlVlJ/1usDEqoheg1FqVxsPHIMpjiKlUr+eERtyIOT4veQd3jCPXG+ax80jh
        Yu1YUYZ51/sKgYB63MAeDu3U4nSBIy9CmWnIoZU4EIxcK+H9AcbvEcENxsREwF0Ba/bY/TSDtvichyFItbetrlN0DgWrYso3FDjD
        bH/8hRq/qpaRz3joFmgWIgcPmvRnHoMmnq9aE82X7N5B/RosSDq2fjyIDCP/HMkSV/qiRsgrj6AaQnshfQ8nC71J+1HkzyPQAkMq
        Zb08ojgQbCW+Hr1ZaftpltjKnMy8kDJu/i5FoUYLGg==
        """,
        publicKey: """
            MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAuyFcF2fkQKwW3Tgjl3RHaQd59PCZmvV1ziDlL5/hyVdVJPKGcCYYpU1r
            kGCSWwKqdnzl7657eSZLLUWtmFoR3Oygc8s5rPiRZVf4WwyeYYwyGCvihss8HFxvVHwZI8rkNgeIMjGBztpTfkOB6Xar05G5+wvq
            0H0BczDLqJ4MORUGibQFAbJEd7iLmynII2iuYncifiYSGmJOTqSN3Tsu0mUsWtA+P0EIlkgP05rB65QvE6me0UcpiSDzcH0eDDXS
            BWLv2VdqoyDpMnQ+rJbeKmnfw2xvMnnJwukjfAs2HXInb1iu1I9cEMCGW7gkEfd3TGr0iVXM2kUn7JEOsw9HkwIDAQAB
            """)

    static let leafEC = TestCertificate(
        "a leaf of the authority with a P-256 key, version 3",
        """
        MIICRzCCAS+gAwIBAgIBAjANBgkqhkiG9w0BAQsFADAUMRIwEAYDVQQDDAlUZXN0IFJvb3QwHhcNMjYxMTIzMTMxNTA4WhcNMjcx
        MTIzMTMxNTA4WjAaMRgwFgYDVQQDDA9hcGkuZXhhbXBsZS5jb20wWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAR7+L8byGT+7uz4
        5J87TqHVOgnDipgtBeL3bFeawse86fwjR+52IRJioc4enEN0RRSc3D5eHegl3NiU/pt32emAo2kwZzAaBgNVHREEEzARgg9hcGku
        ZXhhbXBsZS5jb20wCQYDVR0TBAIwADAdBgNVHQ4EFgQUiit36f5PcRKlsOs6Dyg/0p0DCjIwHwYDVR0jBBgwFoAUcVGwiqvkoI6J
        0vxNTZHH8P0WUUcwDQYJKoZIhvcNAQELBQADggEBAKpPI6eDZ7CFZWp9DraeqqWWbb+NlyZCSIjCWxwzU9PTAyviC5+uITsyex0F
        BeosqxOGQf01EdnPVf88y6QrFcNJD+sSwqhGH8ITDqzD2uo1GrFXKcqDZeVykssz8XQert8D3vjWF3eQndvlFT6g2v/e9GC7CDv+
        AlhH+UJvdeQmWZONi4mREqZPj4Jn17mnTVdZK+Pu7QmaXWAotICUxyCJNK7eRZJzqB6G+OrQeg3bvHXH4AALW9FSdG3vIfkB6gs6
        XVSP9RgQVgTIbhWmtFOv6ORuQvQZPN4k+HVns2OpSBYWawf/iIZ8QttlgqE/gsA/kavffjyOyJBV3m8bAwY=
        """,
        publicKey: """
            MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEe/i/G8hk/u7s+OSfO06h1ToJw4qYLQXi92xXmsLHvOn8I0fudiESYqHOHpxDdEUU
            nNw+Xh3oJdzYlP6bd9npgA==
            """)

    static let renewedEC = TestCertificate(
        "the same leaf renewed, with the same key",
        """
        MIICRzCCAS+gAwIBAgIBAzANBgkqhkiG9w0BAQsFADAUMRIwEAYDVQQDDAlUZXN0IFJvb3QwHhcNMjYxMTIzMTMxNTA4WhcNMjgx
        MTIyMTMxNTA4WjAaMRgwFgYDVQQDDA9hcGkuZXhhbXBsZS5jb20wWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAR7+L8byGT+7uz4
        5J87TqHVOgnDipgtBeL3bFeawse86fwjR+52IRJioc4enEN0RRSc3D5eHegl3NiU/pt32emAo2kwZzAaBgNVHREEEzARgg9hcGku
        ZXhhbXBsZS5jb20wCQYDVR0TBAIwADAdBgNVHQ4EFgQUiit36f5PcRKlsOs6Dyg/0p0DCjIwHwYDVR0jBBgwFoAUcVGwiqvkoI6J
        0vxNTZHH8P0WUUcwDQYJKoZIhvcNAQELBQADggEBACPYQVgHKEkvrw6ctagD3LYU9JQGguFZ5WHOaNDNb0jBO2qdNcQE40ZG/TMq
        mg5y7LM0uLSlRD6Nxm3mE5dOv7k+hDIMGIkixyjfG7Y4SO6LIwGRHAVFUBpgFxPO65AwhShQ1Wv48RGILQwvJChsrYuZpMAG0lmQ
        QCl0/ivHph3CrSwjtzRyEOGH143Mp6iGAdbHgHqMEcsd/7pgh5iUQV5y/RTYs9NWGH6Y0n3iuBJu6Lbj8bFoiFS3Jm+SrQdGDTC5
        XAdGOeUY+7XuOg064zVfLNRDuFr5w5aFKVCyg8NkanJJgeB420H9MpxYQZ+JCz0AEbgye0mr3Vyls97+X70=
        """,
        publicKey: """
            MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEe/i/G8hk/u7s+OSfO06h1ToJw4qYLQXi92xXmsLHvOn8I0fudiESYqHOHpxDdEUU
            nNw+Xh3oJdzYlP6bd9npgA==
            """)

    static let version1RSA = TestCertificate(
        "an RSA key, version 1 without extensions",
        """
        MIICqDCCAZACAQQwDQYJKoZIhvcNAQELBQAwGjEYMBYGA1UEAwwPb2xkLmV4YW1wbGUuY29tMB4XDTI2MTEyMzEzMTUwOVoXDTI3
        MTEyMzEzMTUwOVowGjEYMBYGA1UEAwwPb2xkLmV4YW1wbGUuY29tMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAq77f
        n7Kv+g/8t27wJDdXeKZPtv1KXwt0I5T9m42xbGhO4ljW0JY2iDWlPcQjbTgQRuUEQt0q66Dr7lRVKTYaqrunw4d9nWOpgelqmYsW
        D9E71hD3VxEW4oFrlME62QSzs4H80WtxdRQSd380KD4fhqJ6Keud5nWXthc3RfigRbzZImlwWzSNZ+uR1CKcbJycu9u7sH0kGwOC
        HUiMnRbn8mjwJxGLUaZFpYQqg6Ua+Jlw/8vtcVPBUoV0klTDedUOuUxNZcwCGxj/JmQ1QIqWA4SHl3Yc6an3AxXh+Ulqw1CHPVsX
        Ka5OgyGpBM3XnidFsgrAg+xgJtYnJS6rvmpybQIDAQABMA0GCSqGSIb3DQEBCwUAA4IBAQAM/CXV1nHl/CTYBEzgG70FeZ3nvTqF
        Tg4bngzUpibFx8ni4bqiJRxTdBJuxYsQrjAW7axCmnj19KvQu9FdEJJG5kZJmX/MG20SdpkefD/fOydK3/shcZRAGfpttFT/nA4V
        PFbwCaw2BvRUB86+kK7TMO+CrusKnJ0hIBO8t5dggBQntUmerUgQ4ustAsOdOY/QskgdUzLkqbnoV1xYNMW917xmNPiPl233eQAp
        DDKu5UD+wJlGE1Bz0juLK+4l8ncjh2veDSTjWCbXXGSiphvUwPbXEJOKmAwr8JxqLylewqEkiDwANSQWKCKNmyPG9+AdS5RYwNOA
        oJrYFMUIcJRu
        """,
        publicKey: """
            MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAq77fn7Kv+g/8t27wJDdXeKZPtv1KXwt0I5T9m42xbGhO4ljW0JY2iDWl
            PcQjbTgQRuUEQt0q66Dr7lRVKTYaqrunw4d9nWOpgelqmYsWD9E71hD3VxEW4oFrlME62QSzs4H80WtxdRQSd380KD4fhqJ6Keud
            5nWXthc3RfigRbzZImlwWzSNZ+uR1CKcbJycu9u7sH0kGwOCHUiMnRbn8mjwJxGLUaZFpYQqg6Ua+Jlw/8vtcVPBUoV0klTDedUO
            uUxNZcwCGxj/JmQ1QIqWA4SHl3Yc6an3AxXh+Ulqw1CHPVsXKa5OgyGpBM3XnidFsgrAg+xgJtYnJS6rvmpybQIDAQAB
            """)

    static let version1EC = TestCertificate(
        "a P-384 key, version 1 with an empty subject",
        """
        MIIBJTCBqwIBBTAKBggqhkjOPQQDAjAAMB4XDTI2MTEyMzEzMTUwOVoXDTI3MTEyMzEzMTUwOVowADB2MBAGByqGSM49AgEGBSuB
        BAAiA2IABASf8qjYC8719sjie2Laun+e5GxuO5tPbuJ7EN4xg3Y1PuxXbVQEtsRNYMj+EJD/f8KYeaJxB5TBgvSX59H76txDesAH
        QVI38T8wCeQil5r0PglATj0W0rl2fO6UCTBB2DAKBggqhkjOPQQDAgNpADBmAjEAqKYkezD3U0LDIgcS4Z9yCMDvYypHMomBv6g1
        Vw0Dme6KS54N40SMtTCvPKl3tN0GAjEA31qvcdGIYIfqKv/pYlz24drwkOBIdEaa7ufiWbYAQNmNn2l5YoBwAowQHaJVbQtQ
        """,
        publicKey: """
            MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAEBJ/yqNgLzvX2yOJ7Ytq6f57kbG47m09u4nsQ3jGDdjU+7FdtVAS2xE1gyP4QkP9/wph5
            onEHlMGC9Jfn0fvq3EN6wAdBUjfxPzAJ5CKXmvQ+CUBOPRbSuXZ87pQJMEHY
            """)

    static let selfSignedEd25519 = TestCertificate(
        "an Ed25519 key, version 3",
        """
        MIIBRjCB+aADAgECAhR9lqExmMmbIMRZszFiXDYOEMpOIzAFBgMrZXAwGTEXMBUGA1UEAwwOZWQuZXhhbXBsZS5jb20wHhcNMjYx
        MTIzMTMxNTA5WhcNMjcxMTIzMTMxNTA5WjAZMRcwFQYDVQQDDA5lZC5leGFtcGxlLmNvbTAqMAUGAytlcAMhAGfQ0nXJrLURLH9y
        sDgGI91B10w0oBv+VF/jlc5MXWSpo1MwUTAdBgNVHQ4EFgQUjkpwW9GSI/a2+fWTuks6a3YY9dUwHwYDVR0jBBgwFoAUjkpwW9GS
        I/a2+fWTuks6a3YY9dUwDwYDVR0TAQH/BAUwAwEB/zAFBgMrZXADQQDX9fNROAoZF/kd9lGsUzgcuETmPKp/fhO4rPX33qBrse+A
        ziRO/kJ2hyyldrmdFoTXjH6v/Djn2OOQiJ4iyhQL
        """,
        publicKey: """
            MCowBQYDK2VwAyEAZ9DSdcmstREsf3KwOAYj3UHXTDSgG/5UX+OVzkxdZKk=
            """)
}
